/** Holds queries, their variables and the data of answers against GitHub's GraphQL schema. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import {
  buildASTSchema,
  type DocumentNode,
  executeSync,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getVariableValues,
  isAbstractType,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  validate,
} from "graphql";
import * as z from "zod";
import type { Answer } from "../rules/answer.ts";

/** Its package shows no path but that of its program, which lies beside the schema. */
const PROGRAM = import.meta.resolve("@octokit/graphql-schema");

const Question = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });
const Reply = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

let known: GraphQLSchema | undefined;
const documents = new Map<string, DocumentNode | readonly string[]>();

/** Read when it is first asked for. */
function schemaOf(): GraphQLSchema {
  const source = (): DocumentNode => parse(readFileSync(new URL("schema.graphql", PROGRAM), "utf8"), { noLocation: true });
  known ??= buildASTSchema(source(), { assumeValid: true, assumeValidSDL: true });
  return known;
}

/** A query that fits the schema, or what is wrong with it; looked at once. */
function documentOf(query: string): DocumentNode | readonly string[] {
  const found = documents.get(query) ?? readDocument(query);
  documents.set(query, found);
  return found;
}

function readDocument(query: string): DocumentNode | readonly string[] {
  try {
    const document = parse(query);
    const problems = validate(schemaOf(), document);
    return problems.length === 0 ? document : problems.map(({ message }) => `query: ${message}`);
  } catch (error) {
    if (error instanceof GraphQLError) return [`query: ${error.message}`];
    throw error;
  }
}

/** What the schema has against a query and its variables. */
export function problemsOfQuery(body: unknown): readonly string[] {
  const question = Question.safeParse(body);
  if (!question.success) return ["body: there is no query in it"];
  const document = documentOf(question.data.query);
  if (!("kind" in document)) return document;
  const wanted = document.definitions.flatMap((one) => (one.kind === "OperationDefinition" ? (one.variableDefinitions ?? []) : []));
  const { errors = [] } = getVariableValues(schemaOf(), wanted, question.data.variables);
  return errors.map(({ message }) => `variables: ${message}`);
}

/** What the schema has against the answer to a query that fits it. */
export function differencesOfData(body: unknown, answer: Answer): readonly string[] {
  const question = Question.safeParse(body);
  const document = question.success ? documentOf(question.data.query) : [];
  if (answer.status !== 200 || !question.success || !("kind" in document) || problemsOfQuery(body).length > 0) return [];
  const reply = Reply.safeParse(answer.body);
  if (!reply.success) return [`answer 200: ${reply.error.message}`];
  const { data, errors } = reply.data;
  if (data == null) return errors === undefined ? ["answer 200: neither data nor errors"] : [];
  const { variables } = question.data;
  const told = executeSync({ schema: schemaOf(), document, rootValue: data, variableValues: variables, fieldResolver, typeResolver });
  const wrong = told.errors?.map(({ message, path = [] }) => `answer 200: ${path.join(".")}: ${message}`) ?? [];
  const same = isDeepStrictEqual(JSON.parse(JSON.stringify(told.data)), data);
  return wrong.length === 0 && !same ? ["answer 200: its data are not those that the query asks for"] : wrong;
}

function fieldResolver(source: unknown, _arguments: unknown, _context: unknown, { path }: GraphQLResolveInfo): unknown {
  return Object(source)[path.key];
}

/** An answer does not say of which type an object is: it is the one whose fields, as the query asks for them, are those that it has. */
const typeResolver: GraphQLTypeResolver<unknown, unknown> = (value, _context, { fieldNodes, schema }, abstract) => {
  const has = sorted(Object.keys(Object(value))).join();
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return schema.getPossibleTypes(abstract).find(({ name }) => keysFor(name, sets, schema).join() === has)?.name;
};

/** The names in an object of that type. */
function keysFor(type: string, sets: readonly SelectionSetNode[], schema: GraphQLSchema): readonly string[] {
  const keys = sets.flatMap(({ selections }) => selections.flatMap((one) => keysOf(type, one, schema)));
  return sorted([...new Set(keys)]);
}

function sorted(keys: readonly string[]): readonly string[] {
  return keys.toSorted((a, b) => (a < b ? -1 : 1));
}

/** Fragments by name are not used here. */
function keysOf(type: string, one: SelectionNode, schema: GraphQLSchema): readonly string[] {
  if (one.kind === "Field") return [(one.alias ?? one.name).value];
  if (one.kind !== "InlineFragment") throw new Error("bug: a fragment by name is not understood here");
  const on = one.typeCondition?.name.value ?? type;
  return fits(type, on, schema) ? keysFor(type, [one.selectionSet], schema) : [];
}

function fits(type: string, on: string, schema: GraphQLSchema): boolean {
  const wide = schema.getType(on);
  return type === on || (isAbstractType(wide) && schema.getPossibleTypes(wide).some(({ name }) => name === type));
}
