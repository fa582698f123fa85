/** A correction: what a maintainer writes about the work beside approving or stopping it. */
import * as z from "zod";
import type { Question } from "#core/plan/question.ts";
import { type PullRequestComment, threadPlaceOf } from "./pull-request-comment.ts";

/**
 * The change that a redirect makes to a run at work: to the goal; to a constraint on the way there; to the steps; to a
 * result that is there already.
 */
export const RedirectChange = z.enum(["objective_change", "constraint_change", "plan_change", "result_change"]);
export type RedirectChange = z.infer<typeof RedirectChange>;

/**
 * A maintainer's text. `kind`: null until a step has decided what it changes; `answers` to questions; before an
 * approval every other one is an `objective_change`, because the run makes its plan again. `asked`: the questions that
 * were open then. `at`: milliseconds. `onPull`: its place on the pull request, where the bot replies to it.
 */
export interface Correction {
  readonly by: string;
  readonly text: string;
  readonly kind: RedirectChange | "answers" | null;
  readonly at: number;
  readonly asked: readonly Question[];
  readonly onPull?: PullRequestComment | undefined;
}

/** The whole text, with the comments on lines: `src/split.js:3: Keep the name.` */
export function correctionText({ text, onPull }: Pick<Correction, "text" | "onPull">): string {
  return [text, ...(onPull?.threads ?? []).map((thread) => `${threadPlaceOf(thread)}: ${thread.text}`)].join("\n");
}

/** The longest redirect, in UTF-16 units. */
export const REDIRECT_CHARACTERS = 2000;
