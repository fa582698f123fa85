/** Lets an agent work on a goal: the result is changed files and its last text. */

import type { AgentEnv, CallMade } from "#agent/conversation/agent-env.ts";
import { converse } from "#agent/conversation/converse.ts";
import { inSession } from "#agent/conversation/session.ts";
import { beginTalk, type Closing, type Talk } from "#agent/conversation/talk.ts";
import { verifyEnd } from "#agent/conversation/verify.ts";
import type { Spec } from "#agent/specs/spec.ts";
import type { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { Message } from "#ports/model.ts";

/** How the work ended, its turns and tool calls, and the calls for the auditor's context. */
export interface Work extends Closing {
  readonly turns: number;
  readonly toolCalls: number;
  readonly calls: readonly CallMade[];
  /** The agent's tool problems; of an agent below it, only that it had one. */
  readonly stumbles: number;
  /** The tool problems of this agent and those below it, oldest first, at most a hundred. */
  readonly signals: readonly LearnSignal[];
  /** The conversation since it last began afresh. */
  readonly history: readonly Message[];
}

/**
 * Lets the agent work on a goal until it is done, or a limit or a gate stops it: that is a value, not an error. Not
 * idempotent: it costs and changes files. Throws `Interrupted` when the signal is aborted, `Failure` of model, budget
 * or sandbox.
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

/** The work of a conversation that has ended. */
export function workOf({ turns, calls, stumbles, session, messages }: Talk, closing: Closing): Work {
  return { ...closing, turns, toolCalls: calls.length, calls, stumbles, signals: session.signals, history: messages };
}
