/** Holds requests and answers against GitHub's own description of its API. It says nothing of permission or meaning. */
import type { Answer } from "../rules/answer.ts";
import { partsOf } from "./corrections.ts";
import { type Operation, restApi } from "./description.ts";
import { differencesOfData, problemsOfQuery } from "./graphql-contract.ts";
import { type Check, checker } from "./schema.ts";

export interface Asked {
  readonly method: string;
  /** Without `/api/v3`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined where there is none. */
  readonly body: unknown;
}

/** What GitHub's description has against a request, and against an answer to it; nothing where it fits. */
export interface Contract {
  /** An operation that is not described is a problem. */
  readonly request: (asked: Asked) => readonly string[];
  /** Says nothing of an answer to a request that GitHub does not know. */
  readonly answer: (asked: Asked, answer: Answer) => readonly string[];
}

const GRAPHQL = "/graphql";

/** One for the whole process: its schemas are compiled when they are first needed. */
export const CONTRACT: Contract = {
  request: (asked) => (asked.path === GRAPHQL ? problemsOfQuery(asked.body) : restProblems(asked)),
  answer: (asked, answer) => (asked.path === GRAPHQL ? differencesOfData(asked.body, answer) : restDifferences(asked, answer)),
};

type Values = Readonly<Record<string, string>>;

const checks = new WeakMap<object, Check>();
const makers = new Map<boolean, (schema: unknown) => Check>();

/** The check of a part of the description, made once. `coerce`: as of a text in a path or query. */
function checkOf(part: { readonly schema: unknown }, { coerce }: { readonly coerce: boolean }): Check {
  const known = checks.get(part);
  if (known !== undefined) return known;
  const make = makers.get(coerce) ?? checker(restApi().schema, { coerce });
  makers.set(coerce, make);
  const check = make(coerce ? { type: "object", properties: { value: part.schema } } : part.schema);
  const whole: Check = coerce ? (value) => check({ value }) : check;
  checks.set(part, whole);
  return whole;
}

function restProblems(asked: Asked): readonly string[] {
  const found = restApi().find(asked.method, asked.path);
  if (found === null) return ["not in the contract"];
  const { operation, values } = found;
  return [...queryProblems(operation, asked.query), ...pathProblems(operation, values), ...sentProblems(operation, asked)];
}

function queryProblems({ parameters }: Operation, query: URLSearchParams): readonly string[] {
  const expected = parameters.filter((one) => one.in === "query");
  const unknown = [...query.keys()].filter((key) => !expected.some(({ name }) => name === key));
  const wrong = expected.flatMap((one) => {
    const value = query.get(one.name);
    if (value === null) return one.required ? [`query ${one.name}: missing`] : [];
    return partsOf(one.name, value).flatMap((part) =>
      checkOf(one, { coerce: true })(part).map((problem) => `query ${one.name}: ${problem}`),
    );
  });
  return [...unknown.map((key) => `query ${key}: unknown`), ...wrong];
}

function pathProblems({ parameters }: Operation, values: Values): readonly string[] {
  const expected = parameters.filter((one) => one.in === "path");
  return expected.flatMap((one) => checkOf(one, { coerce: true })(values[one.name]).map((problem) => `path ${one.name}: ${problem}`));
}

/** A body is a file or JSON. */
function sentProblems(operation: Operation, asked: Asked): readonly string[] {
  if (!(asked.body instanceof Uint8Array)) return bodyProblems(operation, asked);
  const isFile = operation.requestBody?.content["application/octet-stream"] !== undefined;
  return isFile ? [] : ["body: there should be no file"];
}

function bodyProblems({ requestBody }: Operation, { body }: Asked): readonly string[] {
  const content = requestBody?.content["application/json"];
  if (content === undefined) return body === undefined || Object.keys(Object(body)).length === 0 ? [] : ["body: there should be none"];
  if (body === undefined) return requestBody?.required === true ? ["body: missing"] : [];
  const properties = Object(content.schema).properties;
  const unknown = Object.keys(Object(body)).filter((key) => properties !== undefined && !Object.hasOwn(properties, key));
  return [
    ...checkOf(content, { coerce: false })(body).map((problem) => `body: ${problem}`),
    ...unknown.map((key) => `body: ${key} is unknown`),
  ];
}

/** What every operation may answer though its description does not list it, or lists it without a body. */
const ERROR = { schema: { $ref: "#/components/schemas/basic-error" } };

function restDifferences({ method, path }: Asked, answer: Answer): readonly string[] {
  const found = restApi().find(method, path);
  if (found === null) return [];
  return differencesOf(found.operation, answer).map((problem) => `answer ${answer.status}: ${problem}`);
}

function differencesOf({ responses }: Operation, { status, body, headers }: Answer): readonly string[] {
  if (status === 304) return body === undefined ? [] : ["there should be no body"];
  const described = responses.get(String(status));
  if (described === undefined && status < 400) return ["there is no such status"];
  const kind = headers?.["content-type"]?.split(";")[0] ?? "application/json";
  return bodyDifferences(described?.[kind] ?? (status < 400 ? null : ERROR), body);
}

function bodyDifferences(content: { readonly schema: unknown } | null, body: unknown): readonly string[] {
  if (content === null) return body === undefined ? [] : ["there should be no body of this kind"];
  return body === undefined ? ["there should be a body"] : checkOf(content, { coerce: false })(body);
}
