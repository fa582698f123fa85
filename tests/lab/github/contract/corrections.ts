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

/** A property of one schema that is to be read as that of another. */
export const SAME_PROPERTIES: readonly {
  readonly schema: string;
  readonly property: string;
  readonly like: string;
  readonly why: string;
}[] = [
  {
    schema: "pull-request-simple",
    property: "labels",
    like: "pull-request",
    why: "the same label has a description in the list of pull requests, and may have none in the pull request by itself",
  },
];

/** The parts of a query's value that must fit its schema: `created` is called a moment, and its words point at the language of searches. */
export function partsOf(name: string, value: string): readonly string[] {
  return name === "created" ? value.replace(/^[<>]=?/, "").split("..") : [value];
}
