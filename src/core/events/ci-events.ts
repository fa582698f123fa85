/** The events of the repository's own checks on the published work, and the outcome of checks that they keep. */
import * as z from "zod";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

/** The most checks that one event names. */
export const MOST_SEEN_CHECKS = 20;

/**
 * `passed`: none is red by the work. `failed`: at least one is. `unfinished`: some did not end, and none is red.
 * `absent`: there is none.
 */
export const CiState = z.enum(["passed", "failed", "unfinished", "absent"]);
export type CiState = z.infer<typeof CiState>;

/**
 * A check that did not pass. `red_on_base`: it fails on the base too, so the work is not to blame. `open`: it did not
 * end. `waits`: somebody with write access must let it begin. `summary`: its own words, a stranger's.
 */
export const SeenCheck = z.strictObject({
  name: boundedText(200),
  result: z.enum(["red", "red_on_base", "open", "waits"]),
  summary: optionalBoundedText(1000),
});
export type SeenCheck = z.infer<typeof SeenCheck>;

/** `count`: how many checks there are; `checks`: those that did not pass, the red ones first. */
export const CiOutcome = z.strictObject({
  state: CiState,
  count: z.int().nonnegative(),
  checks: z.array(SeenCheck).max(MOST_SEEN_CHECKS),
});
export type CiOutcome = z.infer<typeof CiOutcome>;

export const CI_EVENTS = [
  /** The checks of the published commit came to this: once for each commit and state. */
  eventShape("ci_seen", { head: Sha, ...CiOutcome.shape }),
  /** Red checks send the published commit back: another round begins under the same approval. */
  eventShape("ci_sent_back", { head: Sha }),
] as const;
