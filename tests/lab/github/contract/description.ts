/** GitHub's REST API as GitHub itself describes it: read from its package once in a process, and each operation when it is first met. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { type Parameters, type Template, templateOf } from "../rules/template.ts";
import { CORRECTIONS, SAME_PROPERTIES } from "./corrections.ts";

const FILE = new URL(import.meta.resolve("@octokit/openapi/generated/api.github.com.json"));

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: z.unknown() });
const Content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const Operation = z.object({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const Response = z.object({ content: Content.default({}) });
const Methods = z.record(z.string(), z.unknown());
const Description = z.object({
  paths: z.record(z.string(), Methods),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** One operation, its references followed but for those within schemas. */
export interface Operation {
  readonly parameters: readonly z.infer<typeof Parameter>[];
  readonly requestBody?: { readonly required: boolean; readonly content: z.infer<typeof Content> } | undefined;
  /** By status: the schemas of the body by its kind; none where there is no body. */
  readonly responses: ReadonlyMap<string, z.infer<typeof Content>>;
}

export interface Api {
  /** The operation that a request asks for, with the values in its path; null for one that GitHub does not have. */
  find(method: string, path: string): { readonly operation: Operation; readonly values: Parameters } | null;
  /** A schema by its name. Throws where there is none. */
  schema(name: string): unknown;
}

interface Path {
  readonly path: string;
  readonly template: Template;
  readonly operations: Map<string, Operation>;
  readonly methods: z.infer<typeof Methods>;
}

let described: Api | undefined;

/** Read when it is first asked for. */
export function restApi(): Api {
  described ??= apiOf(Description.parse(JSON.parse(readFileSync(FILE, "utf8"))));
  return described;
}

function apiOf({ paths, components }: z.infer<typeof Description>): Api {
  const all = Object.entries(paths).map(([path, methods]): Path => ({ path, template: templateOf(path), operations: new Map(), methods }));
  all.sort((a, b) => b.template.literals - a.template.literals);
  const component = (kind: string, name: string): unknown => {
    const found = components[kind]?.[name];
    if (found === undefined) throw new Error(`bug: GitHub's description has no ${kind} ${name}`);
    return found;
  };
  return {
    find(method, path) {
      for (const one of all) {
        const values = Object.hasOwn(one.methods, method.toLowerCase()) ? one.template.match(path) : null;
        if (values !== null) return { operation: operationOf(one, method.toLowerCase(), component), values };
      }
      return null;
    },
    schema: (name) => corrected(name, component),
  };
}

/** A schema with the properties that are read as those of others. */
function corrected(name: string, component: Component): unknown {
  const schema = Object(component("schemas", name));
  const same = SAME_PROPERTIES.filter((one) => one.schema === name);
  const read = same.map(({ property, like }) => [property, Object(component("schemas", like)).properties[property]]);
  return same.length === 0 ? schema : { ...schema, properties: { ...schema.properties, ...Object.fromEntries(read) } };
}

type Given = Readonly<Record<string, unknown>>;
type Component = (kind: string, name: string) => unknown;

function operationOf({ path, operations, methods }: Path, method: string, component: Component): Operation {
  const known = operations.get(method);
  if (known !== undefined) return known;
  const { parameters, requestBody, responses } = Operation.parse(methods[method]);
  const operation: Operation = {
    parameters: parameters.map((one) => Parameter.parse(followed(one, component))),
    requestBody,
    responses: responsesOf(path, method, responses, component),
  };
  operations.set(method, operation);
  return operation;
}

/** The bodies of an operation's answers by their status and kind. */
function responsesOf(path: string, method: string, responses: Given, component: Component): Operation["responses"] {
  const described = Object.entries(responses).map(([status, one]): [string, z.infer<typeof Content>] => {
    const corrected = CORRECTIONS.find((known) => known.path === path && known.method === method && known.status === status);
    if (corrected !== undefined) return [status, { "application/json": { schema: corrected.schema } }];
    return [status, Response.parse(followed(one, component)).content];
  });
  return new Map(described);
}

/** What a reference points at; everything else as it is. */
function followed(value: unknown, component: Component): unknown {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(String(Object(value).$ref)) ?? [];
  return kind === "" ? value : component(kind, name);
}
