/** A value that is a mapping of names to values, as JSON has objects. */

export type Mapping = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
