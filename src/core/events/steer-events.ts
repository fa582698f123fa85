/** What happens when people steer a run that has begun: pause, resume, redirect, unblock (S2.06 to S2.09, S4.10, S4.11, C0.03). */
import * as z from "zod";
import { REDIRECT_CHARACTERS, RedirectChange } from "#core/events/data/correction.ts";
import { OnPull } from "#core/events/data/on-pull.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Saying } from "#core/events/data/said.ts";
import { Sha } from "#core/values/ids.ts";
import { prose } from "#core/values/prose.ts";
import { event } from "./event-shape.ts";

const By = z.string();
/** When a person said it; absent where it was said as it was written down. */
const Told = Saying.optional();

export const STEER_EVENTS = [
  event("pause_requested", { by: By, said: Told }),
  /** `reason`: somebody asked for it, or an iteration is done in step mode. */
  event("paused", { reason: StopReason }),
  /** `restores`: the work branch was deleted, and is made anew at the last commit that was kept (GIT-11). */
  event("resumed", { by: By, restores: z.strictObject({ branch: z.string(), commit: Sha }).optional(), said: Told }),
  event("run_unblocked", { by: By, reason: prose(500), said: Told }),
  /** `onPull`: said on the pull request, as a review or a comment. */
  event("redirect_requested", { by: By, text: prose(REDIRECT_CHARACTERS), onPull: OnPull.optional(), said: Told }),
  /** What the correction with the index `of` changes, and in one sentence why; of one that was overtaken by another it changes nothing. */
  event("redirected", { of: z.int().nonnegative(), change: RedirectChange, why: prose(500) }),
  /** The goal is another one: the plan is made anew. */
  event("objective_changed", {}),
  /** Questions are answered by their defaults. */
  event("defaults_taken", { by: By }),
] as const;
