/** Statistics say what several plays of one work come to, and how two contestants compare. */
import type { Figure, Unit } from "../contest.ts";

/** Of one figure, over all plays of a contestant. */
export interface Spread {
  readonly least: number;
  readonly median: number;
}

/** The middle of the values, or of the two in the middle. Throws an `Error` where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error("bug: nothing was measured");
  return (low + high) / 2;
}

/** The spread of values. Throws an `Error` where there are none. */
export function spreadOf(values: readonly number[]): Spread {
  return { least: Math.min(...values), median: median(values) };
}

/** The value that counts: the least, for noise only adds; of a quotient, which it makes smaller too, the middle one. */
export function telling({ unit }: Pick<Figure, "unit">, { least, median: middle }: Spread): number {
  return unit === "times" ? middle : least;
}

/** One tick of the clock that the unit is read off; 0 where it is much finer than what is measured. */
const TICK: Partial<Record<Unit, number>> = { s: 0.01 };

/**
 * Ours over theirs; of a count, which may be 0, with one added to both. A quotient of two times is a ratio of its own:
 * ours alone.
 */
export function ratioOf(figure: Pick<Figure, "unit">, ours: Spread, theirs: Spread): number {
  const [mine, other] = [telling(figure, ours), telling(figure, theirs)];
  if (figure.unit === "times") return mine;
  return figure.unit === "count" ? (mine + 1) / (other + 1) : mine / other;
}

/** The smallest ratio that the ticks of the clock leave room for: of a few hundredths of a second, one is a lot. */
export function mildestRatioOf(figure: Pick<Figure, "unit">, ours: Spread, theirs: Spread): number {
  const tick = TICK[figure.unit] ?? 0;
  return ratioOf(figure, { ...ours, least: ours.least - tick }, { ...theirs, least: theirs.least + tick });
}
