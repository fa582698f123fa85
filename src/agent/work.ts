/** An agent that works: a goal in, changed files and a last word out. */
import { converse } from "./converse.ts";
import type { Spec } from "./spec.ts";
import { begin, type CallMade, type Closing, type Env } from "./talk.ts";

/** How the work ended, how many turns and calls it took, and the calls for the auditor's context (S0.40). */
export interface Work extends Closing {
  readonly turns: number;
  readonly toolCalls: number;
  readonly calls: readonly CallMade[];
}

/**
 * Lets the agent work on a goal until it is done or stopped by a limit or a gate: that is a value, not an error. Not idempotent: it
 * costs and changes files. Throws `Interrupted` when the signal is aborted, `Failure` of model, budget or sandbox.
 */
export async function work(agent: Spec, goal: string, env: Env): Promise<Work> {
  const talk = begin(agent, goal, env);
  const closing = await converse(talk);
  return { ...closing, turns: talk.turns, toolCalls: talk.calls.length, calls: talk.calls };
}
