/**
 * Hypotheses why an executable check failed, tried out with commands: a status counts only where a command's output
 * bears it out.
 */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";

/** A command that was run to try a hypothesis, and the part of its output that decides it, letter by letter. */
const Evidence = z.strictObject({ command: z.string().min(1).max(2000), quote: z.string().min(1).max(500) });

/**
 * `condition`: what would be seen if it held. `confirm`, `reject`: what decides. `likelihood`: 1 is the most likely.
 */
export const Hypothesis = z.strictObject({
  claim: boundedText(300),
  condition: boundedText(300),
  confirm: boundedText(300),
  reject: boundedText(300),
  likelihood: z.int().min(1).max(5),
  status: z.enum(["confirmed", "rejected", "inconclusive"]),
  evidence: Evidence.nullable(),
});
export type Hypothesis = z.infer<typeof Hypothesis>;

/** A command that the critique ran to find out why checks failed, and its output. */
export interface TriedCommand {
  readonly command: string;
  readonly output: string;
}

/**
 * The hypotheses, each compared with the commands that were run: one whose evidence no output shows is inconclusive.
 * The most likely come first.
 */
export function checkHypotheses(
  hypotheses: readonly Hypothesis[],
  tried: readonly TriedCommand[],
): readonly Hypothesis[] {
  return hypotheses
    .map((hypothesis) =>
      isShown(hypothesis, tried) ? hypothesis : { ...hypothesis, status: "inconclusive" as const, evidence: null },
    )
    .toSorted((a, b) => a.likelihood - b.likelihood);
}

function isShown({ evidence }: Hypothesis, tried: readonly TriedCommand[]): boolean {
  if (evidence === null) return false;
  return tried.some(({ command, output }) => command === evidence.command && output.includes(evidence.quote));
}
