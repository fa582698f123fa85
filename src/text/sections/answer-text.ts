/** Writes an answer for people: each claim with the lines that it rests on. */
import type { Answer } from "#core/events/data/answer.ts";
import { counted } from "#text/format/format.ts";
import { parts } from "#text/format/table.ts";
import { code, codeBlock, inline } from "#text/sanitize/quote.ts";

/** The answer in Markdown; empty where there is none. */
export function answerText(answer: Answer | null): string {
  if (answer === null) return "";
  const claims = answer.claims.map(({ claim, quotes, outputs }) =>
    [
      inline(claim),
      ...quotes.map(({ path, line, text }) => `${code(`${path}:${line}`)}\n${codeBlock(text)}`),
      ...outputs.map(({ run, text }) => `${code(run)} prints\n${codeBlock(text)}`),
    ].join("\n\n"),
  );
  return parts([...claims, droppedLine(answer)]);
}

/** Says how many claims were left out and why; empty where none was. */
export function droppedLine({ dropped }: Answer): string {
  if (dropped.length === 0) return "";
  return `${counted(dropped.length, "claim")} left out: what it quoted is not there word for word.`;
}
