/**
 * An answer in place of a change: claims that quote what they rest on, and nothing that was not found there (S0.21,
 * S0.25, C0.10).
 */
import * as z from "zod";
import { Quote } from "#core/rules/score.ts";
import { boundedText } from "#core/values/bounded-text.ts";

/** Lines that a command prints on a fresh copy of the base, word for word. */
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

/** What was answered. `dropped`: claims whose quotations are not there, even after they were asked for again. */
export interface Answer {
  readonly claims: readonly AnswerClaim[];
  readonly dropped: readonly string[];
}
