/** All that is assumed of the real GitHub and can be tried with a token, in the order in which it is tried. */
import type { Assumption } from "#cli/live/assumption.ts";
import { EVERY_REQUEST } from "./api.ts";
import { CHECK_RUNS } from "./check-runs.ts";
import { COMMENT_TIMES } from "./comment-times.ts";
import { COMMENTS } from "./comments.ts";
import { GIT_OBJECTS } from "./git-objects.ts";
import { LABELS } from "./labels.ts";
import { PULLS } from "./pulls.ts";
import { REF_MOVES } from "./ref-moves.ts";
import { REF_READS } from "./ref-reads.ts";
import { REF_REFUSALS } from "./ref-refusals.ts";

/** By what they are about. */
export const ASSUMPTION_GROUPS: readonly (readonly Assumption[])[] = [
  EVERY_REQUEST,
  REF_MOVES,
  REF_REFUSALS,
  REF_READS,
  GIT_OBJECTS,
  COMMENT_TIMES,
  COMMENTS,
  LABELS,
  PULLS,
  CHECK_RUNS,
];

export const ASSUMPTIONS: readonly Assumption[] = ASSUMPTION_GROUPS.flat();
