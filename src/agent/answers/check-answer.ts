/** Reads the last text of a conversation as an answer that fits a schema, or says what is wrong with it. */
import * as z from "zod";
import type { Closing, Talk } from "#agent/conversation/talk.ts";
import { startOf } from "#agent/tools/truncate.ts";
import { jsonIn } from "./json-in.ts";
import { lenient } from "./lenient.ts";

/** An answer, or what is wrong with it, for the agent that gave it. */
export type CheckedAnswer<T> =
  | { readonly kind: "fits"; readonly answer: T }
  | { readonly kind: "misfit"; readonly problem: string };

/** The answer in the text: the first JSON of it that fits. The problem is that of the first where none does. */
export function checkAnswer<S extends z.ZodType>(
  { end, text }: Closing,
  { maxTokens }: Pick<Talk, "maxTokens">,
  schema: S,
): CheckedAnswer<z.output<S>> {
  if (end === "cut") return misfit(`it was cut off at ${maxTokens} tokens; be shorter`);
  const found = jsonIn(text).map((value) => schema.safeParse(lenient(schema, value)));
  for (const read of found) if (read.success) return { kind: "fits", answer: read.data };
  const [first] = found;
  if (first?.error !== undefined) return misfit(startOf(z.prettifyError(first.error), 2000));
  return misfit(text.trim() === "" ? "it is empty" : `it is not JSON: ${startOf(text.trim(), 100)}`);
}

function misfit(problem: string): { readonly kind: "misfit"; readonly problem: string } {
  return { kind: "misfit", problem };
}
