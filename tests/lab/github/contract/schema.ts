/** GitHub's schemas as JSON Schema: OpenAPI 3.0 has `nullable` and references of its own. */
import Ajv, { type ErrorObject } from "ajv";
import addFormats from "ajv-formats";

/** Gives what is wrong with a value, nothing when it fits. */
export type Check = (value: unknown) => readonly string[];

/**
 * Makes checks of schemas, each compiled when it is first needed. `named` gives a schema that others refer to; `coerce`
 * reads numbers and booleans from text, as in a query.
 */
export function checker(named: (name: string) => unknown, { coerce }: { readonly coerce: boolean }): (schema: unknown) => Check {
  // GitHub's description leans on defaults that ajv's strict mode calls mistakes.
  const ajv = new Ajv.default({ strict: false, validateSchema: false, allErrors: true, coerceTypes: coerce });
  addFormats.default(ajv);
  for (const format of ["timestamp", "repo.nwo", "ssh-key fingerprint"]) ajv.addFormat(format, true);
  const known = new Set<string>();
  const refer = (name: string): string => {
    const id = `spec:${name}`;
    if (!known.has(name)) {
      known.add(name);
      ajv.addSchema(object(jsonSchemaOf(named(name), refer)), id);
    }
    return id;
  };
  return (schema) => {
    let validate: ReturnType<typeof ajv.compile> | undefined;
    return (value) => {
      validate ??= ajv.compile(object(jsonSchemaOf(schema, refer)));
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

/** The name behind a reference, as `refer` wants it. */
type Refer = (name: string) => string;

function jsonSchemaOf(value: unknown, refer: Refer): unknown {
  if (Array.isArray(value)) return value.map((one) => jsonSchemaOf(one, refer));
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(key, part, refer)]));
  if (nullable !== true) return rest;
  const { type, enum: values } = rest;
  if (typeof type !== "string") return { anyOf: [rest, { type: "null" }] };
  return { ...rest, type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

function partOf(key: string, part: unknown, refer: Refer): unknown {
  return key === "$ref" && typeof part === "string" ? refer(part.replace("#/components/schemas/", "")) : jsonSchemaOf(part, refer);
}
