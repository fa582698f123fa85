/**
 * What the agents of a run stumbled over (S3.46, M3.07): counts for people, and a bounded queue of signals for whoever
 * learns from them.
 */
import * as z from "zod";
import { LearnSignal, repeatedProblemsOf, ToolProblemKind } from "./tool-problem.ts";

/** As many signals as a run keeps, and as many as one command brings (C3.03). */
const KEPT = 50;

const Counted = z.strictObject({ agentName: z.string().max(100), kind: ToolProblemKind, count: z.int().positive() });
type Counted = Readonly<z.infer<typeof Counted>>;

/**
 * What the agents of one command did: calls of tools and goals given away (`acts`), what they stumbled over, and the
 * newest signals.
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
  /** The learn queue: oldest first, redacted. Nothing acts on it by itself (C3.17). */
  readonly signals: readonly LearnSignal[];
}

export const NO_PROBLEMS: ProblemTally = { acts: 0, counts: [], signals: [] };

/** What was seen of a command's agents, as it is written down; nothing where they did nothing. */
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

/** The run's account after an event, which may bring nothing. `iteration`: the one that the event belongs to. */
export function problemTallyAfter(
  before: ProblemTally,
  iteration: number,
  stumbles: ToolProblems | undefined,
): ProblemTally {
  if (stumbles === undefined) return before;
  const counts = [...before.counts];
  for (const fresh of stumbles.counts) {
    const at = counts.findIndex(
      (one) => one.iteration === iteration && one.agentName === fresh.agentName && one.kind === fresh.kind,
    );
    const found = counts[at];
    if (found === undefined) counts.push({ iteration, ...fresh });
    else counts[at] = { ...found, count: found.count + fresh.count };
  }
  return { acts: before.acts + stumbles.acts, counts, signals: [...before.signals, ...stumbles.signals].slice(-KEPT) };
}

/** All stumbles, or those of one iteration. */
export function toolProblemCount({ counts }: ProblemTally, iteration: number | null = null): number {
  return counts
    .filter((one) => iteration === null || one.iteration === iteration)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * For `run.json`. `rate`: stumbles for each act (S3.46), 0 before there was any. `lessons`: what is worth learning from
 * (S3.31).
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
