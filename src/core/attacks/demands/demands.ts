/** The demands of rules on a patch, as far as their own words say it: a cheat would serve these. */
import type { CodeCall } from "./code-calls.ts";

/** A text that a file must hold, or must not. */
export interface DemandedText {
  readonly path: string;
  readonly text: string;
}

/** A call in code, and the sources that may define what is called. `shown`: what its command must print. */
export interface DemandedCall extends CodeCall {
  readonly sources: readonly string[];
  readonly shown: string | null;
}

/** A start of a program. `name`: its path, or a function of one of the sources. `prints`: null where none is asked. */
export interface DemandedStart {
  readonly name: string;
  readonly given: readonly string[];
  readonly prints: string | null;
  readonly status: number;
  readonly sources: readonly string[];
}

/** A name that a source must define, whatever stands behind it. */
export type DemandedName = Pick<DemandedCall, "name" | "sources">;

/** Each thing once for each place that demands it. `coming`: files that the base does not have; `titles`: of tests. */
export interface Demands {
  readonly coming: readonly string[];
  readonly gone: readonly string[];
  readonly texts: readonly DemandedText[];
  readonly absent: readonly DemandedText[];
  readonly names: readonly DemandedName[];
  readonly calls: readonly DemandedCall[];
  readonly starts: readonly DemandedStart[];
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly titles: readonly string[];
}

/** Nothing is demanded. */
export const NO_DEMANDS: Demands = {
  coming: [],
  gone: [],
  texts: [],
  absent: [],
  names: [],
  calls: [],
  starts: [],
  sources: [],
  tests: [],
  titles: [],
};

/** Puts demands together. Pure. */
export function together(all: readonly Demands[]): Demands {
  return {
    coming: [...new Set(all.flatMap(({ coming }) => coming))],
    gone: [...new Set(all.flatMap(({ gone }) => gone))],
    texts: all.flatMap(({ texts }) => texts),
    absent: all.flatMap(({ absent }) => absent),
    names: all.flatMap(({ names }) => names),
    calls: all.flatMap(({ calls }) => calls),
    starts: all.flatMap(({ starts }) => starts),
    sources: [...new Set(all.flatMap(({ sources }) => sources))],
    tests: [...new Set(all.flatMap(({ tests }) => tests))],
    titles: [...new Set(all.flatMap(({ titles }) => titles))],
  };
}
