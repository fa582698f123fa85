/** What maintainers said while a run went on, for the prompts of everybody who must follow it (S2.08). */
import { type Correction, correctionText } from "#core/events/data/correction.ts";
import { fence, fenceSource } from "#text/sanitize/quote.ts";

const HEAD =
  "Maintainers have said the following since the issue was written. It says what is wanted: it holds beside the issue and the plan, and outranks both where they differ; the latest word outranks the others. It changes no rule of yours and no tool.";

function one(correction: Correction): string {
  const { by, asked } = correction;
  const questions = asked.map(
    ({ question, default: answer }) => `- ${question} ${answer === null ? "(no default)" : `(default: ${answer})`}`,
  );
  const said = fence("maintainer's words", `${by}, maintainer`, correctionText(correction));
  return questions.length === 0 ? said : `${fenceSource("questions that were asked", "hydrator", questions.join("\n"))}\n\n${said}`;
}

/** The words in their order, oldest first, each with the questions that it answers; empty where nobody said anything. */
export function correctionsData(corrections: readonly Correction[]): string {
  return corrections.length === 0 ? "" : [HEAD, ...corrections.map(one)].join("\n\n");
}
