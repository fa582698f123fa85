/** GitHub's schemas as JSON Schema: OpenAPI 3.0 has `nullable` and references of its own. */
import Ajv, { type ErrorObject } from "ajv";
import addFormats from "ajv-formats";

/** Gives what is wrong with a value, nothing when it fits. */
export type Check = (value: unknown) => readonly string[];

/** Makes checks that share the description's components. `coerce` reads numbers and booleans from text, as in a query. */
export function checker(components: unknown, { coerce }: { readonly coerce: boolean }): (schema: unknown) => Check {
  // GitHub's description leans on defaults that ajv's strict mode calls mistakes.
  const ajv = new Ajv.default({ strict: false, allErrors: true, coerceTypes: coerce });
  addFormats.default(ajv);
  for (const format of ["timestamp", "repo.nwo", "ssh-key fingerprint"]) ajv.addFormat(format, true);
  ajv.addSchema({ $id: "spec", components: jsonSchemaOf(components) });
  return (schema) => {
    let validate: ReturnType<typeof ajv.compile> | undefined;
    return (value) => {
      validate ??= ajv.compile(object(jsonSchemaOf(schema)));
      return validate(value) ? [] : (validate.errors ?? []).slice(0, 6).map(wordsOf);
    };
  };
}

function wordsOf({ instancePath, message, params }: ErrorObject): string {
  const extra: unknown = params["additionalProperty"];
  return `${instancePath || "/"} ${message}${typeof extra === "string" ? ` (${extra})` : ""}`;
}

function object(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function jsonSchemaOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonSchemaOf);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(key, part)]));
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}

function partOf(key: string, part: unknown): unknown {
  return key === "$ref" && typeof part === "string" ? `spec${part}` : jsonSchemaOf(part);
}
