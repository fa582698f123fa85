/** Checks an answer against its schema, for agents that only answer and for those that work first. */
import * as z from "zod";
import type { Closing, Talk } from "#agent/conversation/talk.ts";
import { startOf } from "#agent/tools/truncate.ts";
import type { Prompt } from "#ports/model.ts";

/** An answer, or what is wrong with it, for the agent that gave it. */
export type CheckedAnswer<T> =
  | { readonly kind: "fits"; readonly answer: T }
  | { readonly kind: "misfit"; readonly problem: string };

/** Parses the last text of a conversation as data, or says why it is none. */
export function checkAnswer<S extends z.ZodType>(
  { end, text }: Closing,
  { agent }: Talk,
  schema: S,
): CheckedAnswer<z.output<S>> {
  if (end === "cut")
    return { kind: "misfit", problem: `it was cut off at ${agent.limits.maxTokens} tokens; be shorter` };
  const parsed = parse(text);
  if (parsed.kind === "misfit") return parsed;
  const read = schema.safeParse(parsed.answer);
  return read.success
    ? { kind: "fits", answer: read.data }
    : { kind: "misfit", problem: startOf(z.prettifyError(read.error), 2000) };
}

function parse(text: string): CheckedAnswer<unknown> {
  try {
    return { kind: "fits", answer: JSON.parse(text) };
  } catch (error) {
    return {
      kind: "misfit",
      problem: `it is not JSON (${error instanceof Error ? startOf(error.message, 200) : "unreadable"})`,
    };
  }
}

type Format = NonNullable<Prompt["format"]>;

/** Callers ask for a schema many times, and making its format is slow. */
const made = new WeakMap<z.ZodType, Format>();

/** The format of a schema for a provider, made once for each. */
export function answerFormatOf(schema: z.ZodType): Format {
  const format = made.get(schema) ?? formatFor(schema);
  made.set(schema, format);
  return format;
}

/**
 * The input's side of the schema. Every property is required, also where a default could stand for it: a model can
 * always give it, and providers limit the number of optional properties (Anthropic to 24, OpenAI to none). A record
 * would become an empty object at the provider without any error.
 */
function formatFor(schema: z.ZodType): Format {
  const { $schema: _dialect, ...format } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "record")
        throw new Error("bug: a model cannot answer with z.record(); use an array of pairs");
      if (zodSchema instanceof z.core.$ZodObject) jsonSchema.required = namesIn(zodSchema);
    },
  });
  return format;
}

function namesIn({ _zod }: z.core.$ZodObject): string[] {
  return Object.entries(_zod.def.shape).flatMap(([name, one]) => (one._zod.optout === "optional" ? [] : [name]));
}
