/**
 * Stumbles: where an agent's work went less well than it should, told from cheap signals and without a model (S3.28 to
 * S3.30, S3.41).
 */
import * as z from "zod";
import { optionalBoundedText } from "#core/values/bounded-text.ts";

/** `failure` is the worst: the goal was not reached. These five and no others (C3.20). */
export const ToolProblemKind = z.enum(["error", "retry", "inefficiency", "timeout", "failure"]);
export type ToolProblemKind = z.infer<typeof ToolProblemKind>;

const Count = z.int().nonnegative();

const act = {
  kind: z.enum(["tool", "agent"]),
  /** Of the tool or of the agent. */
  name: optionalBoundedText(100),
  success: z.boolean(),
  /** It ended because its time was over. */
  timedOut: z.boolean(),
  /** What the other agent stumbled over itself; 0 for a tool. */
  stumbles: Count,
  /** Turns that the other agent took; 0 for a tool. */
  turns: Count,
  /** The same call, with the same arguments, was made before. */
  repeated: z.boolean(),
};

/** What came of one act of an agent: a call of a tool, or a goal that it gave to another agent. */
const Act = z.strictObject(act);
export type AgentAct = Readonly<z.infer<typeof Act>>;

/**
 * A stumble, kept for whoever learns from it; nothing acts on it by itself (S3.29, C3.17). `agentName`: the agent that
 * stumbled, for a delegation the one that was given the goal. `output`: the beginning of what the act gave.
 * `timestamp`: milliseconds since the epoch.
 */
export const LearnSignal = z.strictObject({
  kind: ToolProblemKind,
  goal: optionalBoundedText(300),
  agentName: z.string().max(100),
  details: z.strictObject({ ...act, output: optionalBoundedText(300) }),
  sessionId: z.string().max(200),
  timestamp: Count,
});
export type LearnSignal = Readonly<z.infer<typeof LearnSignal>>;

/** More turns than this for one goal that was given away are too many (S3.30). */
const MANY_TURNS = 10;

/** As many signals as one session keeps (C3.03). */
const KEPT = 100;

/**
 * What an act stumbled over, in this order: its outcome, then that it was a repetition. Empty for an act that went well
 * (S3.28, S3.30).
 */
export function toolProblemsOf(act: AgentAct): readonly ToolProblemKind[] {
  const outcome = act.kind === "tool" ? ofTool(act) : ofAgent(act);
  return [...(outcome === null ? [] : [outcome]), ...(act.repeated ? (["retry"] as const) : [])];
}

function ofTool({ success }: AgentAct): ToolProblemKind | null {
  return success ? null : "error";
}

function ofAgent({ success, timedOut, stumbles, turns }: AgentAct): ToolProblemKind | null {
  if (!success) return timedOut ? "timeout" : "failure";
  if (stumbles > 0) return "error";
  return turns > MANY_TURNS ? "inefficiency" : null;
}

/** Stumbles of one agent and kind that are worth learning from, and how many there are. */
export interface RepeatedProblem {
  readonly agentName: string;
  readonly kind: ToolProblemKind;
  readonly count: number;
}

/**
 * How many of a kind it takes: a failure always counts, one error is none, and three of anything are too many (S3.31).
 */
const ENOUGH: Readonly<Record<ToolProblemKind, number>> = {
  failure: 1,
  error: 2,
  retry: 3,
  inefficiency: 3,
  timeout: 3,
};

/**
 * What is worth learning from a session, in the order in which it came up (S3.31). That an improvement may have covered
 * it already is left out: nothing here improves agents.
 */
export function repeatedProblemsOf(signals: readonly LearnSignal[]): readonly RepeatedProblem[] {
  const lessons = new Map<string, RepeatedProblem>();
  for (const { agentName, kind } of signals) {
    const key = `${agentName} ${kind}`;
    lessons.set(key, { agentName, kind, count: (lessons.get(key)?.count ?? 0) + 1 });
  }
  return [...lessons.values()].filter(({ kind, count }) => count >= ENOUGH[kind]);
}

/** The queue with one more signal; the oldest leave it once it is full (C3.03). */
export function withSignal(queue: readonly LearnSignal[], signal: LearnSignal): readonly LearnSignal[] {
  return [...queue, signal].slice(-KEPT);
}
