/** Decides about a work by what was measured of its tests, and says what a reader needs to see the fault. */
import { detailsOf } from "#core/values/details.ts";
import { type Bite, LEAST_FOUND, type LostFault } from "./bite.ts";

/** Lost faults that are told, each with at most so many tests. */
const MOST = 4;
const MOST_TESTS = 2;

const UNMEASURED = "not measured: ";

/** True where details that `biteVerdict` wrote say that nothing could be measured. Pure. */
export function isUnmeasured(details: string): boolean {
  return details.startsWith(UNMEASURED);
}

/** The verdict, and its details. What could not be measured holds nothing up: the plan has said so before. Pure. */
export function biteVerdict(bite: Bite): { readonly ok: boolean; readonly details: string } {
  if (bite.kind === "unmeasured") return { ok: true, details: UNMEASURED + bite.why };
  const { found, lost, moot } = bite;
  if (lost.length > 0)
    return {
      ok: false,
      details: detailsOf(
        `the base's tests found ${found} planted fault(s) near the change, and ${lost.length} of them go unnoticed ` +
          "now. Either the tests look at less, or nothing reaches this code any more, and it can go: " +
          lost.slice(0, MOST).map(wordsOf).join("; "),
      ),
    };
  const few = found < LEAST_FOUND ? `, which is few: fewer than ${LEAST_FOUND} say little` : "";
  const rest =
    moot === 0 ? "" : `; ${moot} more make no difference now, and the tests find what follows in the same function`;
  return { ok: true, details: `the tests still find ${found} fault(s) planted near the change${few}${rest}` };
}

function wordsOf({ fault: { path, line, was, now }, missed }: LostFault): string {
  const tests = missed.slice(0, MOST_TESTS).map((name) => JSON.stringify(name.slice(0, 150)));
  const by = tests.length === 0 ? "" : `, which ${tests.join(" and ")} found`;
  return `${path}:${line} with ${was.trim()} as ${now.trim()}${by}`;
}
