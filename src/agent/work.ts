/** An agent that works: a goal in, changed files and a last word out. */
import { converse } from "#agent/conversation/converse.ts";
import { inSession } from "#agent/conversation/session.ts";
import { type AgentEnv, beginTalk, type CallMade, type Closing, type Talk } from "#agent/conversation/talk.ts";
import { verifyEnd } from "#agent/conversation/verify.ts";
import type { Spec } from "#agent/specs/spec.ts";
import type { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { Message } from "#ports/model.ts";

/** How the work ended, how many turns and calls it took, and the calls for the auditor's context (S0.40). */
export interface Work extends Closing {
  readonly turns: number;
  readonly toolCalls: number;
  readonly calls: readonly CallMade[];
  /** How often it stumbled; of an agent below it, only that it stumbled (S3.28, S3.30). */
  readonly stumbles: number;
  /** What it and those below it stumbled over, oldest first, at most a hundred (C3.03). */
  readonly signals: readonly LearnSignal[];
  /** The whole conversation, but for old results that were left out (S3.01). */
  readonly history: readonly Message[];
}

/**
 * Lets the agent work on a goal until it is done or stopped by a limit or a gate: that is a value, not an error. Not idempotent: it
 * costs and changes files. Throws `Interrupted` when the signal is aborted, `Failure` of model, budget or sandbox.
 */
export async function work(agent: Spec, goal: string, env: AgentEnv): Promise<Work> {
  const talk = beginTalk(agent, goal, env);
  const live = async (): Promise<Closing> => {
    const closing = await converse(talk);
    verifyEnd(talk, closing);
    return closing;
  };
  return workOf(talk, await inSession(talk, live, ({ end }) => end));
}

/** What a conversation that is over came to. */
export function workOf({ turns, calls, stumbles, session, messages }: Talk, closing: Closing): Work {
  return { ...closing, turns, toolCalls: calls.length, calls, stumbles, signals: session.signals, history: messages };
}
