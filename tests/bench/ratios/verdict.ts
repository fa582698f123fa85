/** The verdict on a contest holds each ratio against the one that is kept of it. */
import type { Figure, Unit } from "../contest.ts";
import type { Measured } from "./measured.ts";

/** How much worse than kept is too much: 20 %. */
const MARGIN = 1.2;

/** Ratios of a contest by figure, as they are kept. */
export type KeptRatios = Readonly<Record<string, number>>;

/** Units that no clock measures: a number in one of them is nearly the same on each machine. */
const STEADY: readonly Unit[] = ["bytes", "tokens", "count", "MB"];

/** The ratios of a contest's figures that are alike on all machines, however fast they are. */
export function steadyOf(figures: readonly Figure[], kept: KeptRatios): KeptRatios {
  const names = new Set(figures.filter(({ unit }) => STEADY.includes(unit)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(kept).filter(([name]) => names.has(name)));
}

/**
 * The figures that are worse than they were, in words. A figure that is not kept is new, and no fault; one that is kept
 * and no longer measured is one.
 */
export function faultsOf(measured: readonly Measured[], kept: KeptRatios): readonly string[] {
  const worse = measured.flatMap(({ figure: { name }, ratio, mildest }) => {
    const was = kept[name] ?? Number.POSITIVE_INFINITY;
    return mildest <= was * MARGIN ? [] : [`${name}: the ratio was ${was.toFixed(2)}, is ${ratio.toFixed(2)}`];
  });
  const names = new Set(measured.map(({ figure }) => figure.name));
  const lost = Object.entries(kept).filter(([name]) => !names.has(name));
  return [...worse, ...lost.map(([name, was]) => `${name}: the ratio was ${was.toFixed(2)}, is no longer measured`)];
}
