/** The key that somebody meant who wrote one that a schema does not take. */
import * as z from "zod";
import { levenshtein } from "#core/values/levenshtein.ts";

/** A part of a JSON Schema: what may be at a place of the file. */
const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
type Node = z.infer<typeof Node>;

/** One letter of so many may be wrong. */
const WRONG = 3;

/** No key of ours is longer by far. */
const LONGEST_KEY = 60;

/**
 * The path of the key that is meant, dots between its parts: one beside it whose name is much alike, else one anywhere
 * else of the same name, written in any way. Null where none is. Pure.
 */
export function meantKey(schema: z.ZodType, path: readonly PropertyKey[], key: string): string | null {
  if (key.length > LONGEST_KEY) return null;
  const root = z.toJSONSchema(schema, { unrepresentable: "any" });
  const beside = keysOf(placesAt(root, path)).toSorted((a, b) => distance(a, key) - distance(b, key))[0];
  if (beside !== undefined && distance(beside, key) <= Math.ceil(key.length / WRONG))
    return [...path.map(String), beside].join(".");
  return (
    pathsBelow(root, [])
      .find((below) => distance(below.at(-1) ?? "", key) === 0)
      ?.join(".") ?? null
  );
}

function distance(a: string, b: string): number {
  return levenshtein(plain(a), plain(b));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** What may stand at a place, each way of it: a value that may be null has two. */
function waysOf(node: unknown): readonly Node[] {
  const read = Node.safeParse(node);
  return read.success ? [read.data, ...[...(read.data.anyOf ?? []), ...(read.data.oneOf ?? [])].flatMap(waysOf)] : [];
}

function placesAt(root: unknown, path: readonly PropertyKey[]): readonly Node[] {
  return path.reduce<readonly Node[]>(
    (places, part) =>
      places.flatMap(({ properties, items, additionalProperties }) =>
        waysOf(typeof part === "number" ? items : (properties?.[String(part)] ?? additionalProperties)),
      ),
    waysOf(root),
  );
}

function keysOf(places: readonly Node[]): readonly string[] {
  return places.flatMap(({ properties = {} }) => Object.keys(properties));
}

/** The paths of all keys below keys, not those of a list's items. */
function pathsBelow(node: unknown, path: readonly string[]): readonly (readonly string[])[] {
  return waysOf(node).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, below]) => [[...path, key], ...pathsBelow(below, [...path, key])]),
  );
}
