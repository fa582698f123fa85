/**
 * The tally of tool problems that the agents of a run had: counts for people, and a bounded queue of signals to learn
 * from.
 */
import * as z from "zod";
import { LearnSignal, repeatedProblemsOf, ToolProblemKind } from "./tool-problem.ts";

/** The most signals that a run keeps, and that one command brings. */
const KEPT = 50;

const Counted = z.strictObject({ agentName: z.string().max(100), kind: ToolProblemKind, count: z.int().positive() });
type Counted = Readonly<z.infer<typeof Counted>>;

/**
 * The acts of one command's agents (tool calls, and goals given to other agents), counts of their tool problems, and
 * the newest signals.
 */
export const ToolProblems = z.strictObject({
  acts: z.int().nonnegative(),
  counts: z.array(Counted).max(100),
  signals: z.array(LearnSignal).max(KEPT),
});
export type ToolProblems = z.infer<typeof ToolProblems>;

/** The same of a whole run; each count belongs to an iteration. */
export interface ProblemTally {
  readonly acts: number;
  readonly counts: readonly (Counted & { readonly iteration: number })[];
  /** The queue of signals: oldest first, redacted. Nothing acts on it by itself. */
  readonly signals: readonly LearnSignal[];
}

export const NO_PROBLEMS: ProblemTally = { acts: 0, counts: [], signals: [] };

/** The tool problems of a command's agents, as its first event stores them; nothing where the agents did nothing. */
export function toolProblemsIn(acts: number, signals: readonly LearnSignal[]): { readonly stumbles?: ToolProblems } {
  if (acts === 0 && signals.length === 0) return {};
  const counts: Counted[] = [];
  for (const { agentName, kind } of signals) {
    const at = counts.findIndex((one) => one.agentName === agentName && one.kind === kind);
    const before = counts[at];
    if (before === undefined) counts.push({ agentName, kind, count: 1 });
    else counts[at] = { ...before, count: before.count + 1 };
  }
  return { stumbles: { acts, counts: counts.slice(0, 100), signals: signals.slice(-KEPT) } };
}

/** The run's tally after an event, which may bring nothing. `iteration`: the one that the event belongs to. */
export function problemTallyAfter(
  before: ProblemTally,
  iteration: number,
  stumbles: ToolProblems | undefined,
): ProblemTally {
  if (stumbles === undefined) return before;
  const counts = [...before.counts];
  for (const added of stumbles.counts) {
    const at = counts.findIndex(
      (one) => one.iteration === iteration && one.agentName === added.agentName && one.kind === added.kind,
    );
    const found = counts[at];
    if (found === undefined) counts.push({ iteration, ...added });
    else counts[at] = { ...found, count: found.count + added.count };
  }
  return { acts: before.acts + stumbles.acts, counts, signals: [...before.signals, ...stumbles.signals].slice(-KEPT) };
}

/** The number of tool problems, of the whole run or of one iteration. */
export function toolProblemCount({ counts }: ProblemTally, iteration: number | null = null): number {
  return counts
    .filter((one) => iteration === null || one.iteration === iteration)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * The tally as `run.json` has it. `rate`: tool problems per act, 0 before the first act. `lessons`: the problems that
 * are worth learning from.
 */
export function learningRecord(learned: ProblemTally): Readonly<Record<string, unknown>> {
  const { acts, counts, signals } = learned;
  const stumbles = toolProblemCount(learned);
  return {
    acts,
    stumbles,
    rate: acts === 0 ? 0 : stumbles / acts,
    counts,
    lessons: repeatedProblemsOf(signals),
    signals,
  };
}
