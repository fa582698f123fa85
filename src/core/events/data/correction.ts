/** What a maintainer says about the work beside approving or stopping it (S2.08, S2.09, S2.20). */
import * as z from "zod";
import type { Question } from "#core/plan/question.ts";
import { type PullRequestComment, threadPlaceOf } from "./pull-request-comment.ts";

/**
 * What a redirect changes in a run that is at work (S2.09): the goal; a bound on the way there; the steps; a result
 * that is there already.
 */
export const RedirectChange = z.enum(["objective_change", "constraint_change", "plan_change", "result_change"]);
export type RedirectChange = z.infer<typeof RedirectChange>;

/**
 * A maintainer's words. `kind`: null until somebody has looked what they change; `answers` to questions; before an
 * approval every other one is an `objective_change`, because the plan is made anew. `asked`: the questions that were
 * open then. `at`: milliseconds. `onPull`: where it was said, if that was on the pull request: it is answered there.
 */
export interface Correction {
  readonly by: string;
  readonly text: string;
  readonly kind: RedirectChange | "answers" | null;
  readonly at: number;
  readonly asked: readonly Question[];
  readonly onPull?: PullRequestComment | undefined;
}

/** All that was said, with the comments on lines: `src/split.js:3: Keep the name.` */
export function correctionText({ text, onPull }: Pick<Correction, "text" | "onPull">): string {
  return [text, ...(onPull?.threads ?? []).map((thread) => `${threadPlaceOf(thread)}: ${thread.text}`)].join("\n");
}

/** The longest redirect, in UTF-16 units. */
export const REDIRECT_CHARACTERS = 2000;
