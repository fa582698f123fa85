/** Where GitHub's description contradicts itself: read as its other half says, each with the reason. Nothing else is described by hand. */

interface Correction {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly schema: unknown;
  readonly why: string;
}

export const CORRECTIONS: readonly Correction[] = [
  {
    method: "get",
    path: "/app/installations",
    status: "200",
    schema: { type: "array", items: { $ref: "#/components/schemas/installation" } },
    why: "in this list alone an account must be a person and an enterprise at once (allOf); the schema `installation` says either (anyOf)",
  },
];

/** The parts of a query's value that must fit its schema: `created` is called a moment, and its words point at the language of searches. */
export function partsOf(name: string, value: string): readonly string[] {
  return name === "created" ? value.replace(/^[<>]=?/, "").split("..") : [value];
}
