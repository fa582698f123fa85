/** What came of many runs at one probability, in shares and against the runs without noise. */
import type { Ending } from "./one-run.ts";

/** Shares are of 1. `rounds` and `tokens`: of an average run, as a multiple of one without noise. */
export interface Tally {
  readonly runs: number;
  readonly completed: number;
  readonly honest: number;
  readonly false: number;
  readonly rounds: number;
  readonly tokens: number;
}

/** `plain`: the average rounds and tokens at probability 0. */
export interface Cost {
  readonly rounds: number;
  readonly tokens: number;
}

export function costOf(endings: readonly Ending[]): Cost {
  const average = (of: (ending: Ending) => number): number =>
    endings.reduce((sum, ending) => sum + of(ending), 0) / Math.max(1, endings.length);
  return { rounds: average(({ rounds }) => rounds), tokens: average(({ tokens }) => tokens) };
}

export function tallyOf(endings: readonly Ending[], plain: Cost): Tally {
  const share = (fits: (ending: Ending) => boolean): number => endings.filter(fits).length / Math.max(1, endings.length);
  const { rounds, tokens } = costOf(endings);
  return {
    runs: endings.length,
    completed: share(({ claim }) => claim === true),
    honest: share(({ claim }) => claim === null),
    false: share(({ claim }) => claim === false),
    rounds: rounds / plain.rounds,
    tokens: tokens / plain.tokens,
  };
}

/** How many times each text is there, the most frequent first. */
export function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

/** The least share of completed runs at a probability, and how often each kind must have been met in all. */
const LEAST: Readonly<Record<string, number>> = { "0": 1, "0.1": 0.95, "0.3": 0.7 };
const MET = 30;

/** The kinds that were not met often enough. */
export function rareOf(met: ReadonlyMap<string, number>): ReadonlySet<string> {
  return new Set([...met].flatMap(([kind, times]) => (times < MET ? [kind] : [])));
}

/** Everything that is not as it should be, in words. */
export function faultsOf(tallies: ReadonlyMap<number, Tally>, met: ReadonlyMap<string, number>): readonly string[] {
  return [
    ...[...tallies].flatMap(([probability, tally]) => [
      ...(tally.false > 0 ? [`p = ${probability}: a run claims what is not so`] : []),
      ...(tally.completed < (LEAST[probability] ?? 0)
        ? [`p = ${probability}: fewer than ${(LEAST[probability] ?? 0) * 100} % completed`]
        : []),
    ]),
    ...[...rareOf(met)].map((kind) => `"${kind}" was met ${met.get(kind)} times, fewer than ${MET}`),
  ];
}
