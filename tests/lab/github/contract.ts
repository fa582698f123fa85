/** Checks requests against GitHub's own description of its API: path, query and body. It says nothing of permission or meaning. */
import * as z from "zod";
import description from "./contract.json" with { type: "json" };
import { OURS } from "./contract-ours.ts";
import { type Check, checker } from "./contract-schema.ts";
import { type Parameters, type Template, templateOf } from "./rules/template.ts";

const Reference = z.object({ $ref: z.string() });
const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() });
const Body = z.object({
  required: z.boolean().optional(),
  content: z.object({ "application/json": z.object({ schema: z.unknown() }) }),
});
const Operation = z.object({ parameters: z.array(z.union([Reference, Parameter])).default([]), requestBody: Body.optional() });
const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ parameters: z.record(z.string(), Parameter), schemas: z.unknown() }),
});

export interface Asked {
  readonly method: string;
  /** Without `/api/v3`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined where there is none. */
  readonly body: unknown;
}

interface Known {
  readonly method: string;
  readonly template: Template;
  readonly parameters: readonly { readonly name: string; readonly place: string; readonly required: boolean; readonly check: Check }[];
  readonly body: { readonly required: boolean; readonly check: Check; readonly properties: ReadonlySet<string> | null } | null;
}

/** Gives what GitHub's description has against a request; nothing when it fits. An operation that is not described is a problem. */
export type Contract = (asked: Asked) => readonly string[];

/** The slice of the description with our additions. Schemas are compiled when first needed. */
export function contractOf(): Contract {
  const known = [...read(Description.parse(description)), ...OURS.map(ownOf)].sort((a, b) => b.template.literals - a.template.literals);
  return (asked) => {
    for (const operation of known) {
      const parameters = operation.method === asked.method ? operation.template.match(asked.path) : null;
      if (parameters)
        return [...queryProblems(operation, asked.query), ...pathProblems(operation, parameters), ...bodyProblems(operation, asked)];
    }
    return ["not in the contract"];
  };
}

function read({ paths, components }: z.infer<typeof Description>): readonly Known[] {
  const strict = checker(components, { coerce: false });
  const coerced = checker(components, { coerce: true });
  const named = (parameter: z.infer<typeof Reference> | z.infer<typeof Parameter>) =>
    "$ref" in parameter ? [components.parameters[parameter.$ref.replace("#/components/parameters/", "")] ?? []].flat() : [parameter];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      template: templateOf(path),
      parameters: parameters.flatMap(named).map(({ name, in: place, required = false, schema }) => {
        const check = coerced({ type: "object", properties: { value: schema ?? {} } });
        return { name, place, required, check: (value: unknown) => check({ value }) };
      }),
      body: requestBody ? bodyOf(requestBody, strict) : null,
    })),
  );
}

function bodyOf({ required = false, content }: z.infer<typeof Body>, strict: (schema: unknown) => Check): Known["body"] {
  const { schema } = content["application/json"];
  const top = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema);
  return { required, check: strict(schema), properties: top.success ? new Set(Object.keys(top.data.properties)) : null };
}

function ownOf({ method, path, query = [], body }: (typeof OURS)[number]): Known {
  return {
    method,
    template: templateOf(path),
    parameters: query.map((name) => ({ name, place: "query", required: false, check: () => [] })),
    body: body ? { required: false, check: () => [], properties: new Set(body) } : null,
  };
}

function queryProblems({ parameters }: Known, query: URLSearchParams): readonly string[] {
  const expected = parameters.filter(({ place }) => place === "query");
  const unknown = [...query.keys()].filter((key) => !expected.some(({ name }) => name === key));
  const wrong = expected.flatMap(({ name, required, check }) => {
    const value = query.get(name);
    if (value === null) return required ? [`query ${name}: missing`] : [];
    return check(value).map((problem) => `query ${name}: ${problem}`);
  });
  return [...unknown.map((key) => `query ${key}: unknown`), ...wrong];
}

function pathProblems({ parameters }: Known, values: Parameters): readonly string[] {
  const expected = parameters.filter(({ place }) => place === "path");
  return expected.flatMap(({ name, check }) => check(values[name]).map((problem) => `path ${name}: ${problem}`));
}

function bodyProblems({ body }: Known, { body: sent }: Asked): readonly string[] {
  if (body === null) return sent === undefined || Object.keys(Object(sent)).length === 0 ? [] : ["body: there should be none"];
  if (sent === undefined) return body.required ? ["body: missing"] : [];
  const unknown = body.properties ? Object.keys(Object(sent)).filter((key) => !body.properties?.has(key)) : [];
  return [...body.check(sent).map((problem) => `body: ${problem}`), ...unknown.map((key) => `body: ${key} is unknown`)];
}
