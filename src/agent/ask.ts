/** An agent that answers: a question in, data that fits a schema out (architecture 7). */
import * as z from "zod";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Prompt } from "#ports/model.ts";
import { converse } from "./converse.ts";
import type { Spec } from "./spec.ts";
import { begin, type Closing, type Env, type Talk } from "./talk.ts";
import { startOf } from "./tools/truncate.ts";

type Checked<T> = { readonly kind: "fits"; readonly answer: T } | { readonly kind: "misfit"; readonly problem: string };

/**
 * Asks once. An answer that does not fit, or was cut off, throws `Failure("answer")`, retryable: the step that asked is tried once more
 * with the same inputs, by the core and nowhere else (S1.58, X.07). Throws `Failure("model")`: not retryable after a refusal or the last
 * turn, retryable when the agent's time ran out. Throws `Interrupted` when the signal is aborted and when a gate halts (its reason is the message), and what model and hands throw.
 */
export async function ask<S extends z.ZodType>(agent: Spec, question: string, schema: S, env: Env): Promise<z.output<S>> {
  const talk = begin(agent, question, env, formatOf(schema));
  const checked = check(await answered(talk), talk, schema);
  if (checked.kind === "fits") return checked.answer;
  throw new Failure("answer", `the answer of the ${agent.name} did not fit: ${checked.problem}`, { retryable: true });
}

async function answered(talk: Talk): Promise<Closing> {
  const closing = await converse(talk);
  switch (closing.end) {
    case "done":
    case "cut":
      return closing;
    case "halted":
      throw new Interrupted(closing.reason ?? "halted");
    case "time":
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.ms} ms`, { retryable: true });
    case "turns":
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.turns} turns`, { retryable: false });
    case "refused":
      throw new Failure("model", `the model refused to answer as ${talk.agent.name}`, { retryable: false });
  }
}

function check<S extends z.ZodType>({ end, text }: Closing, { agent }: Talk, schema: S): Checked<z.output<S>> {
  if (end === "cut") return { kind: "misfit", problem: `it was cut off at ${agent.limits.maxTokens} tokens; be shorter` };
  const parsed = parse(text);
  if (parsed.kind === "misfit") return parsed;
  const read = schema.safeParse(parsed.answer);
  return read.success ? { kind: "fits", answer: read.data } : { kind: "misfit", problem: startOf(z.prettifyError(read.error), 2000) };
}

function parse(text: string): Checked<unknown> {
  try {
    return { kind: "fits", answer: JSON.parse(text) };
  } catch (error) {
    return { kind: "misfit", problem: `it is not JSON (${error instanceof Error ? startOf(error.message, 200) : "unreadable"})` };
  }
}

/** The input's side of the schema. A record would silently become an empty object at the provider (dependencies.md 1). */
function formatOf(schema: z.ZodType): NonNullable<Prompt["format"]> {
  const { $schema: _dialect, ...format } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema }) => {
      if (zodSchema._zod.def.type === "record") throw new Error("bug: a model cannot answer with z.record(); use an array of pairs");
    },
  });
  return format;
}
