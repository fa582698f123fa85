/**
 * The format of an answer, for a provider: flat and small, because a provider compiles it into a grammar and refuses
 * one that is large, has many types in one place, or leaves much out.
 */
import * as z from "zod";
import { isMapping } from "#core/values/mapping.ts";
import type { Prompt } from "#ports/model.ts";

type Format = NonNullable<Prompt["format"]>;

/** The word for an empty choice. */
const NO_CHOICE = "none";

/** What a format does not say, because it is checked afterwards: a model that breaks it is told so. */
const UNSAID = ["default", "minLength", "maxLength", "asks"];

/** Callers ask for a schema many times, and making its format is slow. */
const made = new WeakMap<z.ZodType, Format>();

/** The format of a schema for a provider, made once for each. Throws on a bug: a schema that no model can answer. */
export function answerFormatOf(schema: z.ZodType): Format {
  const format = made.get(schema) ?? formatFor(schema);
  made.set(schema, format);
  return format;
}

/**
 * The input's side of the schema, where every property is asked for and none may be null: what is absent is an empty
 * text, a nought or `none`, and `lenient` takes it for null. A record would become an empty object at the provider
 * without any error.
 */
function formatFor(schema: z.ZodType): Format {
  const { $schema: _dialect, ...format } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema }) => {
      if (zodSchema._zod.def.type === "record")
        throw new Error("bug: a model cannot answer with z.record(); use an array of pairs");
    },
  });
  return flat(format);
}

function flat(schema: Format): Format {
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) return flatVariants(anyOf.map(asFormat));
  if (Array.isArray(type)) return flatVariants(type.map((one) => ({ ...schema, type: one })));
  const kept = Object.entries(schema).filter(([key, value]) => !UNSAID.includes(key) && !isAnySafeNumber(value));
  const own = Object.fromEntries(kept);
  if (type === "array") return { ...own, items: flat(asFormat(schema["items"])) };
  if (type !== "object") return own;
  const properties = Object.entries(asFormat(schema["properties"])).filter(([name]) => isAsked(schema["asks"], name));
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([name, one]) => [name, flat(asFormat(one))])),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** A value that may be null is asked for as the value. */
function flatVariants(variants: readonly Format[]): Format {
  const [value, ...others] = variants.filter(({ type }) => type !== "null");
  if (value === undefined || others.length > 0) throw new Error("bug: an answer has one type in each place, or null");
  const one = flat(value);
  return Array.isArray(one["enum"]) ? { ...one, enum: [...one["enum"], NO_CHOICE] } : one;
}

/** The bounds that every whole number has. */
function isAnySafeNumber(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** A schema with `asks` in its metadata takes more than a model is asked for: the rest is for people. */
function isAsked(asks: unknown, name: string): boolean {
  return !Array.isArray(asks) || asks.includes(name);
}

function asFormat(value: unknown): Format {
  return isMapping(value) ? { ...value } : {};
}
