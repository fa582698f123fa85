/** The requests of a run tell its figures. */
import { median } from "../ratios/statistics.ts";
import type { Heard } from "./notes.ts";

/** Steps of which a fifth holds whole cycles of a script, so that the first and the last fifth can be compared. */
export const ENOUGH = 30;

/** What the requests of a run tell. */
export interface HeardFigures {
  /** Milliseconds from a moment to the first request. */
  readonly cold: number;
  /** Milliseconds of a client's own from an answer to its next main request, the tool included; the middle one. */
  readonly step: number;
  /** The middle one of the last fifth of them over that of the first; null for a run too short for it. */
  readonly growth: number | null;
  /** Bytes of the first main request. */
  readonly firstBytes: number;
  /** Of all prompts, in tokens of plain input. */
  readonly cost: number;
  /** Main requests that do not go on where the one before ended. */
  readonly breaks: number;
}

/** Reads them; `started`: the moment of the client's start. Throws an `Error` where there were no two main requests. */
export function figuresOf(heard: readonly Heard[], started: number): HeardFigures {
  const main = heard.filter(({ kind }) => kind === "main");
  const [first] = main;
  if (first === undefined || main.length < 2) throw new Error(`a run needs two main requests, and had ${main.length}`);
  const gaps = main.slice(1).map(({ arrived }, index) => arrived - (main[index]?.answered ?? arrived));
  const fifth = Math.floor(gaps.length / 5);
  return {
    cold: (heard[0] ?? first).arrived - started,
    step: median(gaps),
    growth: gaps.length < ENOUGH ? null : median(gaps.slice(-fifth)) / median(gaps.slice(0, fifth)),
    firstBytes: first.bytes,
    cost: heard.reduce((sum, { cost }) => sum + cost, 0),
    breaks: main.filter(({ isBreak }) => isBreak).length,
  };
}
