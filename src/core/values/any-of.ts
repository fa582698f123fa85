/** Joins patterns, so that a long one can stand in lines that are read one by one. */

/** A pattern that matches where any of these does; their flags are left out. Pure. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"));
}
