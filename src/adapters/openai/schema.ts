/**
 * Rewrites the schema of an answer for OpenAI's strict mode, where that is possible: the provider then guarantees the
 * shape. zod checks it afterwards.
 */
import { isMapping } from "#core/values/mapping.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * `strict` is false where an answer may leave out a field that cannot be null, or where the root is no object: then the
 * schema only guides.
 */
export interface AnswerSchema {
  readonly schema: Record<string, unknown>;
  readonly strict: boolean;
}

/**
 * Constraints that strict mode refuses; they move into the description.
 * https://platform.openai.com/docs/guides/structured-outputs
 */
const WORDS = ["minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties"];

/** Keywords that strict mode refuses and that no description replaces. */
const OPEN = ["allOf", "not", "if", "patternProperties", "propertyNames", "prefixItems"];

/** Rewrites a JSON Schema. Pure; throws nothing. */
export function answerSchema(schema: Schema): AnswerSchema {
  return { schema: rewritten(schema), strict: schema["type"] === "object" && isClosed(schema) };
}

/**
 * Closes objects, requires what can be null, turns `oneOf` into `anyOf` and drops defaults, which we fill in ourselves.
 */
function rewritten(schema: Schema): Record<string, unknown> {
  const { default: _default, oneOf, ...rest } = schema;
  const said = WORDS.filter((word) => word in rest);
  const kept = Object.entries(rest).filter(([key]) => !said.includes(key));
  const inner = Object.fromEntries(kept.map(([key, value]) => [key, below(key, value)]));
  return {
    ...inner,
    ...(oneOf !== undefined && { anyOf: below("anyOf", oneOf) }),
    ...(said.length > 0 && { description: described(schema, said) }),
    ...(schema["type"] === "object" && { additionalProperties: false, required: requiredOf(schema) }),
  };
}

function below(key: string, value: unknown): unknown {
  if (key === "properties" || key === "$defs")
    return Object.fromEntries(Object.entries(asSchema(value)).map(([name, one]) => [name, rewritten(asSchema(one))]));
  if (key === "items") return rewritten(asSchema(value));
  return key === "anyOf" && Array.isArray(value) ? value.map((one) => rewritten(asSchema(one))) : value;
}

function described(schema: Schema, words: readonly string[]): string {
  const limits = `{${words.map((word) => `${word}: ${JSON.stringify(schema[word])}`).join(", ")}}`;
  return typeof schema["description"] === "string" ? `${schema["description"]} ${limits}` : limits;
}

function requiredOf(schema: Schema): readonly string[] {
  const wanted = namesIn(schema["required"]);
  return Object.entries(asSchema(schema["properties"])).flatMap(([name, one]) =>
    wanted.includes(name) || takesNull(asSchema(one)) ? [name] : [],
  );
}

/** True when every object inside requires all its properties, once it is rewritten. */
function isClosed(schema: Schema): boolean {
  if (OPEN.some((key) => key in schema)) return false;
  const properties = asSchema(schema["properties"]);
  const inner = [
    ...Object.values(properties),
    ...Object.values(asSchema(schema["$defs"])),
    ...("items" in schema ? [schema["items"]] : []),
  ];
  const isWhole = requiredOf(schema).length === Object.keys(properties).length;
  return isWhole && [...inner, ...variantsOf(schema)].every((one) => isClosed(asSchema(one)));
}

function variantsOf(schema: Schema): readonly unknown[] {
  return [schema["anyOf"], schema["oneOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
}

function takesNull(schema: Schema): boolean {
  if (schema["type"] === "null" || namesIn(schema["type"]).includes("null")) return true;
  return variantsOf(schema).some((one) => takesNull(asSchema(one)));
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** A value that is no schema (`true`, absent) constrains nothing. */
function asSchema(value: unknown): Schema {
  return isMapping(value) ? { ...value } : {};
}
