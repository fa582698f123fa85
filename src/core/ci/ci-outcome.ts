/** Decides what the checks of a published commit came to. */
import { type CiOutcome, MOST_SEEN_CHECKS, type SeenCheck } from "#core/events/ci-events.ts";
import { type CommitCheck, colourOf } from "./commit-check.ts";

/** `redOnBase`: names of checks that fail on the base too. `over`: the time in which they may begin and end is over. */
export interface CiFacts {
  readonly redOnBase: ReadonlySet<string>;
  readonly over: boolean;
}

const ORDER: readonly SeenCheck["result"][] = ["red", "open", "waits", "red_on_base"];

/**
 * The outcome; null while it is waited for. A red check waits for those that go on, so that one round works on all.
 * What waits for a click is told at once: nothing else will move it.
 */
export function ciOutcomeOf(checks: readonly CommitCheck[], facts: CiFacts): CiOutcome | null {
  const seen = checks.flatMap((check) => seenOf(check, facts));
  const has = (result: SeenCheck["result"]): boolean => seen.some((check) => check.result === result);
  if ((checks.length === 0 || has("open")) && !facts.over) return null;
  const [state] = [
    ...(checks.length === 0 ? (["absent"] as const) : []),
    ...(has("red") ? (["failed"] as const) : []),
    ...(has("open") || has("waits") ? (["unfinished"] as const) : []),
    "passed" as const,
  ];
  const first = seen.toSorted((one, other) => ORDER.indexOf(one.result) - ORDER.indexOf(other.result));
  return { state, count: checks.length, checks: first.slice(0, MOST_SEEN_CHECKS) };
}

/** Nothing for a check that passed. */
function seenOf(check: CommitCheck, { redOnBase }: CiFacts): readonly SeenCheck[] {
  const { name, summary } = check;
  const colour = colourOf(check);
  if (colour === "green") return [];
  return [{ name, summary, result: colour === "red" && redOnBase.has(name) ? "red_on_base" : colour }];
}
