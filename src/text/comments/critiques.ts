/** Folds what the critique of each round said, for the status comment. */
import type { RoundCritique } from "#core/run/loop-state.ts";
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { fold, list } from "#text/format/table.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** UTF-16 units of all of them together: a comment has 65,536, and the scores of a hundred rounds need half of that. */
const MOST = 12_000;

/** One fold: for each rule its problem and the fix, both cut to a line. */
function critiqueFold({ iteration, level, advice }: RoundCritique): string {
  const of = level === "A" ? ", of what must hold" : "";
  const lines = advice.map(
    ({ rule, problem, fix }) => `${code(rule)}: ${inline(clip(problem, 200))} To do: ${inline(clip(fix, 200))}`,
  );
  return fold(`Critique of iteration ${iteration}${of}: ${counted(advice.length, "point")}`, list(lines));
}

/** The newest that fit, in their order; how many earlier ones do not is said. Empty where there is none. */
export function critiqueFolds(critiques: readonly RoundCritique[]): string {
  const folds = critiques.map(critiqueFold);
  let room = MOST;
  const from = folds.findLastIndex((one) => {
    room -= one.length;
    return room < 0;
  });
  const left = from + 1;
  const notice =
    left === 0 ? [] : [`The critiques of ${counted(left, "earlier round")} are in the history of the run.`];
  return [...notice, ...folds.slice(left)].join("\n\n");
}
