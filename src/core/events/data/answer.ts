/**
 * An answer in place of a change: claims that quote what they rest on. Code looks each quotation up, and drops a claim
 * that quotes what is not there.
 */
import * as z from "zod";
import { Quote } from "#core/rules/score.ts";
import { boundedText } from "#core/values/bounded-text.ts";

/** Lines that the command `run` prints on a fresh copy of the base, letter by letter. */
export const QuotedOutput = z.strictObject({
  run: z.string().trim().min(1).max(1000),
  text: z.string().min(1).max(2000),
});
export type QuotedOutput = z.infer<typeof QuotedOutput>;

/** One claim: at least one quotation of a file or of a command's output must be literally there. */
export const AnswerClaim = z
  .strictObject({
    claim: boundedText(800),
    quotes: z.array(Quote).max(5),
    outputs: z.array(QuotedOutput).max(3).default([]),
  })
  .refine(({ quotes, outputs }) => quotes.length + outputs.length > 0, {
    error: "a claim quotes what it rests on",
    path: ["quotes"],
  });
export type AnswerClaim = z.infer<typeof AnswerClaim>;

/** The answer of a run. `dropped`: claims whose quotations were not found, also after the model was asked again. */
export interface Answer {
  readonly claims: readonly AnswerClaim[];
  readonly dropped: readonly string[];
}
