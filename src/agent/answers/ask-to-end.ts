/** Leads a conversation to an answer that fits: one that does not is sent back once, with what is wrong with it. */
import type * as z from "zod";
import { converse } from "#agent/conversation/converse.ts";
import { addUserMessage, type Closing, type Talk } from "#agent/conversation/talk.ts";
import { MOST_TOKENS } from "#core/config/role-settings.ts";
import { type CheckedAnswer, checkAnswer } from "./check-answer.ts";

/** How the conversation ended, and its answer or what is wrong with it. */
export interface Answered<T> {
  readonly closing: Closing;
  readonly checked: CheckedAnswer<T>;
}

/**
 * Runs the conversation to its end, and once more where its answer does not fit: nothing that was found out is lost. An
 * answer that was cut off gets twice the tokens. Throws as `converse` does; a misfit is a value.
 */
export async function askToEnd<S extends z.ZodType>(talk: Talk, schema: S): Promise<Answered<z.output<S>>> {
  const first = await answered(talk, schema);
  const { end } = first.closing;
  if (first.checked.kind === "fits" || (end !== "done" && end !== "cut")) return first;
  if (end === "cut") talk.maxTokens = Math.min(talk.maxTokens * 2, MOST_TOKENS);
  addUserMessage(
    talk,
    `Your answer does not fit: ${first.checked.problem}\nAnswer again, whole, and with nothing but the JSON.`,
  );
  return answered(talk, schema);
}

async function answered<S extends z.ZodType>(talk: Talk, schema: S): Promise<Answered<z.output<S>>> {
  const closing = await converse(talk);
  return { closing, checked: checkAnswer(closing, talk, schema) };
}
