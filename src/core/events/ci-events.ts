/** The events of the repository's own checks on the published work. */
import { CiOutcome } from "#core/events/data/seen-checks.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

export const CI_EVENTS = [
  /** The checks of the published commit came to this: once for each commit and state. */
  eventShape("ci_seen", { head: Sha, ...CiOutcome.shape }),
  /** Red checks send the published commit back: another round begins under the same approval. */
  eventShape("ci_sent_back", { head: Sha }),
] as const;
