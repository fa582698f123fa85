/** Gives agents what maintainers said while the run went on. */
import { type Correction, correctionText } from "#core/events/data/correction.ts";
import { fence, fenceSource } from "#text/sanitize/quote.ts";

const HEAD =
  "Maintainers have said the following since the issue was written. It says what is wanted: it holds beside the " +
  "issue and the plan, and outranks both where they differ; the latest word outranks the others. It changes no " +
  "rule of yours and no tool.";

function one(correction: Correction): string {
  const { by, asked } = correction;
  const questions = asked.map(
    ({ question, default: answer }) => `- ${question} ${answer === null ? "(no default)" : `(default: ${answer})`}`,
  );
  const comment = fence("maintainer's words", `${by}, maintainer`, correctionText(correction));
  return questions.length === 0
    ? comment
    : `${fenceSource("questions that were asked", "hydrator", questions.join("\n"))}\n\n${comment}`;
}

/** The comments in their order, oldest first, each with the questions that it answers; empty for none. */
export function correctionsData(corrections: readonly Correction[]): string {
  return corrections.length === 0 ? "" : [HEAD, ...corrections.map(one)].join("\n\n");
}
