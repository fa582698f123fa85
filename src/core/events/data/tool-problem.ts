/**
 * Tool problems: acts of an agent that went less well than they should, recognized from cheap signals and without a
 * model.
 */
import * as z from "zod";
import { optionalBoundedText } from "#core/values/bounded-text.ts";

/** The five kinds. `failure` is the worst: an agent did not reach its goal. */
export const ToolProblemKind = z.enum(["error", "retry", "inefficiency", "timeout", "failure"]);
export type ToolProblemKind = z.infer<typeof ToolProblemKind>;

const Count = z.int().nonnegative();

const act = {
  kind: z.enum(["tool", "agent"]),
  /** The name of the tool or of the other agent. */
  name: optionalBoundedText(100),
  success: z.boolean(),
  /** It ended because its time was over. */
  timedOut: z.boolean(),
  /** Tool problems of the other agent itself; 0 for a tool. */
  stumbles: Count,
  /** Turns that the other agent took; 0 for a tool. */
  turns: Count,
  /** The same call, with the same arguments, was made before. */
  repeated: z.boolean(),
};

/** The result of one act of an agent: a tool call, or a goal that it gave to another agent. */
const Act = z.strictObject(act);
export type AgentAct = Readonly<z.infer<typeof Act>>;

/**
 * A tool problem, kept to learn from; nothing acts on it by itself. `agentName`: the agent that had it, for a
 * delegation the one that was given the goal. `output`: the beginning of the act's output. `timestamp`: milliseconds
 * since the epoch.
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

/** More turns than this for one goal that was given to another agent are too many. */
const MANY_TURNS = 10;

/** The most signals that one session keeps. */
const KEPT = 100;

/**
 * The tool problems of an act, in this order: its outcome, then that it was a repetition. Empty for an act that went
 * well.
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

/** Tool problems of one agent and kind that are worth learning from, and how many there are. */
export interface RepeatedProblem {
  readonly agentName: string;
  readonly kind: ToolProblemKind;
  readonly count: number;
}

/**
 * The number from which a kind is worth learning from: a failure always is, one error is not, three of anything are.
 */
const ENOUGH: Readonly<Record<ToolProblemKind, number>> = {
  failure: 1,
  error: 2,
  retry: 3,
  inefficiency: 3,
  timeout: 3,
};

/** The problems among the signals that are worth learning from, in the order in which they came up. */
export function repeatedProblemsOf(signals: readonly LearnSignal[]): readonly RepeatedProblem[] {
  const lessons = new Map<string, RepeatedProblem>();
  for (const { agentName, kind } of signals) {
    const key = `${agentName} ${kind}`;
    lessons.set(key, { agentName, kind, count: (lessons.get(key)?.count ?? 0) + 1 });
  }
  return [...lessons.values()].filter(({ kind, count }) => count >= ENOUGH[kind]);
}

/** The queue with one more signal; the oldest leave it once it is full. */
export function withSignal(queue: readonly LearnSignal[], signal: LearnSignal): readonly LearnSignal[] {
  return [...queue, signal].slice(-KEPT);
}
