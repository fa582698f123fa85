/**
 * An answer as its schema means it, where a model wrote it otherwise: other letters, a number as a text, one field too
 * many, a word for nothing. What a model says is never changed, only how it says it; the schema is checked afterwards.
 */
import * as z from "zod";
import { isMapping, type Mapping } from "#core/values/mapping.ts";

type Schema = z.core.$ZodType;

/** What models write where nothing is to be said. */
const NOTHING = new Set(["none", "n/a", "na", "null", "nil", "-", "not applicable"]);

/** The value, as near to the schema as its meaning allows. What cannot be brought nearer stays as it is. */
export function lenient(schema: Schema, value: unknown): unknown {
  if (schema instanceof z.core.$ZodNullable) return orNull(schema._zod.def.innerType, value);
  const inner = innerOf(schema);
  if (inner !== null) return value === null && !takes(inner, null) ? undefined : lenient(inner, value);
  return isMapping(value) || Array.isArray(value) ? ofMany(schema, value) : ofOne(schema, value);
}

function ofMany(schema: Schema, value: Mapping | readonly unknown[]): unknown {
  if (schema instanceof z.core.$ZodObject) return isMapping(value) ? ofObject(schema, value) : value;
  return schema instanceof z.core.$ZodArray && Array.isArray(value) ? ofList(schema._zod.def.element, value) : value;
}

function ofOne(schema: Schema, value: unknown): unknown {
  if (schema instanceof z.core.$ZodString) return ofText(schema, value);
  if (schema instanceof z.core.$ZodNumber) return typeof value === "string" ? numberIn(value) : value;
  if (schema instanceof z.core.$ZodBoolean) return ofChoice([true, false], value);
  if (schema instanceof z.core.$ZodEnum) return ofChoice(Object.values(schema._zod.def.entries), value);
  return schema instanceof z.core.$ZodLiteral ? ofChoice(schema._zod.def.values, value) : value;
}

/** What a schema wraps; null for one that wraps nothing. */
function innerOf(schema: Schema): Schema | null {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault) return schema._zod.def.innerType;
  if (schema instanceof z.core.$ZodCatch || schema instanceof z.core.$ZodPrefault) return schema._zod.def.innerType;
  return schema instanceof z.core.$ZodPipe ? schema._zod.def.in : null;
}

/** Fields that the schema does not know are dropped; one that may be null, and is not there, is null. */
function ofObject(schema: z.core.$ZodObject, value: Mapping): unknown {
  const fields = Object.entries(schema._zod.def.shape).flatMap(([name, one]) => {
    const read = lenient(one, Object.hasOwn(value, name) ? value[name] : undefined);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(fields);
}

/** A list of texts holds no word for nothing. */
function ofList(element: Schema, values: readonly unknown[]): readonly unknown[] {
  return values.map((one) => lenient(element, one)).filter((one) => typeof one !== "string" || !isNothing(one));
}

function orNull(inner: Schema, value: unknown): unknown {
  if (isMapping(value)) return saysNothing(inner, value) ? null : lenient(inner, value);
  const none = value === undefined || value === null || (typeof value === "string" && isNothing(value));
  return none || (value === 0 && !takes(inner, 0)) ? null : lenient(inner, value);
}

/** True where a mapping fills nothing in but its choices, for which a format has no empty word. */
function saysNothing(schema: Schema, value: Mapping): boolean {
  if (!(schema instanceof z.core.$ZodObject)) return false;
  const free = Object.entries(schema._zod.def.shape).filter(([, one]) => !(one instanceof z.core.$ZodEnum));
  return free.every(([name]) => isBlank(value[name]));
}

function isBlank(value: unknown): boolean {
  if (typeof value === "string") return isNothing(value);
  return value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

function isNothing(text: string): boolean {
  const word = text.trim().toLowerCase();
  return word === "" || NOTHING.has(word.endsWith(".") ? word.slice(0, -1) : word);
}

/** A word for nothing is empty where the text may be empty. */
function ofText(schema: Schema, value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && isNothing(value) && takes(schema, "") ? "" : value;
}

function numberIn(text: string): unknown {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

/** The option that the value names in other letters, or as another type. */
function ofChoice(options: readonly unknown[], value: unknown): unknown {
  if (options.includes(value)) return value;
  const word = plain(value);
  return options.find((option) => plain(option) === word) ?? value;
}

function plain(value: unknown): string {
  return String(value).trim().toLowerCase().replaceAll("_", "-").replaceAll(" ", "-");
}

function takes(schema: Schema, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}
