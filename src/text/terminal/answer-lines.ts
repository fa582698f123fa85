/** Writes the answer of a run that changes nothing for a terminal. */
import type { Run } from "#core/run/run.ts";
import { droppedLine } from "#text/sections/answer-text.ts";
import { wrapped, wrappedLines } from "./layout.ts";

/** Each claim with the lines that it rests on; empty where there is none. */
export function answerLines({ answer }: Run): string {
  if (answer === null) return "";
  const claims = answer.claims.flatMap(({ claim, quotes, outputs }) => [
    wrapped("  - ", claim),
    ...quotes.map(({ path, line, text }) => wrappedLines("      ", `${path}:${line}\n${text}`)),
    ...outputs.map(({ run, text }) => wrappedLines("      $ ", `${run}\n${text}`)),
  ]);
  const dropped = droppedLine(answer);
  return [...claims, ...(dropped === "" ? [] : [wrapped("  ", dropped)])].join("\n");
}
