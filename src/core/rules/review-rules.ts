/** A rule that measures what a review asks for, as a model drafts it; and its conversion to one beside the plan's. */
import * as z from "zod";
import { CheckDraft, checkFrom } from "./check-draft.ts";
import { normaliseRule, type Rule } from "./rule.ts";

/** The most rules that are made of reviews at a time. */
export const MOST_REVIEW_RULES = 5;

const TESTS = ["command", "not_command", "file", "not_file"] as const;

/** `text`: the command, the path or the glob. `prints`: the word that a command must print to pass; null: none. */
export const ReviewRuleDraft = z
  .strictObject({
    description: z.string().trim().min(1).max(300),
    kind: z.enum(TESTS),
    text: z.string().trim().min(1).max(2000),
    prints: z.string().trim().min(1).max(200).nullable().default(null),
  })
  .superRefine(({ kind, text, prints }, context) => {
    const draft = CheckDraft.safeParse({ kind, text, prints });
    for (const { message } of draft.error?.issues ?? []) context.addIssue({ code: "custom", message, path: ["text"] });
  });
export type ReviewRuleDraft = z.infer<typeof ReviewRuleDraft>;

/**
 * The rules of the drafts: of the base level, and each must hold. They weigh nothing, so that the score of the plan's
 * own rules stays what was approved; and their ids are none of `taken`.
 */
export function reviewRules(drafts: readonly ReviewRuleDraft[], taken: readonly string[]): readonly Rule[] {
  let number = 0;
  return drafts.map(({ description, kind, text, prints }) => {
    do number++;
    while (taken.includes(idOf(number)));
    const check = checkFrom(CheckDraft.parse({ kind, text, prints }));
    return normaliseRule({ id: idOf(number), description, severity: "fail", weight: 0, check });
  });
}

function idOf(number: number): string {
  return `a.review.${number}`;
}
