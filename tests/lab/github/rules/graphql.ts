/** GraphQL: the mutations that are known here, and how GitHub refuses them and queries, with 200 and `errors`. */
import * as z from "zod";
import type { Answer } from "./answer.ts";
import type { UpdateProblem } from "./refs.ts";

export type MutationName = "updateRefs" | "markPullRequestReadyForReview";

/** A mutation in a query. `given`: its input, out of the variables. */
export interface Mutation {
  readonly name: MutationName;
  readonly given: (variables: Readonly<Record<string, unknown>>) => unknown;
}

const UPDATE =
  /^\s*mutation\b[^{]*\{\s*updateRefs\(\s*input:\s*(?:\$(\w+)|\{\s*repositoryId:\s*\$(\w+),?\s*refUpdates:\s*\$(\w+)\s*\})\s*\)\s*\{\s*clientMutationId\s*\}\s*\}\s*$/;
const READY =
  /^\s*mutation\b[^{]*\{\s*markPullRequestReadyForReview\(\s*input:\s*\{\s*pullRequestId:\s*\$(\w+)\s*\}\s*\)\s*\{\s*clientMutationId\s*\}\s*\}\s*$/;

/** The mutation that a query is; null for any other query. */
export function mutationIn(query: string): Mutation | null {
  const [, ready] = READY.exec(query) ?? [];
  if (ready !== undefined) return { name: "markPullRequestReadyForReview", given: (variables) => variables[ready] };
  const found = UPDATE.exec(query);
  if (found === null) return null;
  const [, input, id = "", updates = ""] = found;
  const apart = (variables: Readonly<Record<string, unknown>>) => ({ repositoryId: variables[id], refUpdates: variables[updates] });
  return { name: "updateRefs", given: input === undefined ? apart : (variables) => variables[input] };
}

const Oid = z.string().regex(/^[0-9a-f]{40}$/);
const RefUpdate = z.strictObject({ name: z.string(), beforeOid: Oid.nullish(), afterOid: Oid, force: z.boolean().nullish() });

/** https://docs.github.com/graphql/reference/input-objects#updaterefsinput */
export const UpdateRefsInput = z.strictObject({
  repositoryId: z.string(),
  refUpdates: z.array(RefUpdate),
  clientMutationId: z.string().nullish(),
});

export type RefUpdate = z.infer<typeof RefUpdate>;

/** A mutation that was done. */
export function done(name: MutationName, clientMutationId: string | null = null): Answer {
  return { status: 200, body: { data: { [name]: { clientMutationId } } } };
}

/** One that was not. `type`: GitHub's word for the kind of the error. */
function refusedMutation(name: MutationName, type: string, message: string): Answer {
  const error = { type, path: [name], locations: [{ line: 1, column: 1 }], message };
  return { status: 200, body: { data: { [name]: null }, errors: [error] } };
}

/** An input that does not have the shape that it should have: nothing was begun, so there is no `data`. */
export function refusedInput(wrong: string): Answer {
  const message = `Variable $input of type UpdateRefsInput! was provided invalid value: ${wrong}`;
  return { status: 200, body: { errors: [{ message, locations: [{ line: 1, column: 1 }] }] } };
}

/** An id that names nothing, or nothing that whoever asks may see. */
export function refusedId(name: MutationName, id: unknown): Answer {
  return refusedMutation(name, "NOT_FOUND", `Could not resolve to a node with the global id of '${String(id)}'`);
}

/** Whoever may not. `login`: of a person, null for a token of an App. */
export function refusedRights(name: MutationName, login: string | null): Answer {
  const execute = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const person = `${login} does not have the correct permissions to execute \`${execute}\``;
  return refusedMutation(name, "FORBIDDEN", login === null ? "Resource not accessible by integration" : person);
}

/** Measured on GitHub itself: of a stale `beforeOid` it says nothing but this, with no data and no type. */
const STALE: Answer = { status: 200, body: { errors: [{ message: "Something went wrong while executing your query." }] } };

/** Refs that cannot move. */
export function refusedUpdates(problem: UpdateProblem): Answer {
  return problem.kind === "stale" ? STALE : refusedMutation("updateRefs", "UNPROCESSABLE", problem.message);
}

/** A query that is none, or that asks for what there is not. */
export function refusedQuery(message: string): Answer {
  return { status: 200, body: { errors: [{ message, extensions: { code: "undefinedField" } }] } };
}

/** A repository that is not there, or that whoever asks may not see. */
export function refusedRepository(name: string): Answer {
  const message = `Could not resolve to a Repository with the name '${name}'.`;
  const error = { type: "NOT_FOUND", path: ["repository"], locations: [{ line: 1, column: 1 }], message };
  return { status: 200, body: { data: { repository: null }, errors: [error] } };
}
