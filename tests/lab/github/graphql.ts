/** The GraphQL that the product needs: `updateRefs`, `markPullRequestReadyForReview`, and queries of a repository. Anything else is an error, as an unknown field is on GitHub. */
import * as z from "zod";
import type { Answer } from "./answer.ts";
import { answerFor, type Node, NoSuchField, repositoryNode } from "./graphql-objects.ts";
import { queryOf, type Selections } from "./graphql-query.ts";
import { refusedMutation } from "./graphql-refusal.ts";
import type { Ask, Lab } from "./lab.ts";
import { mayRead } from "./may-read.ts";
import { mayWrite } from "./may-write.ts";
import { makeReady, readyVariable } from "./ready.ts";
import { fullName } from "./repository.ts";
import { on, type Route } from "./route.ts";
import { read } from "./thing.ts";
import { RefUpdates, type Refusal, updateRefs } from "./update-refs.ts";

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });
const Input = z.strictObject({ repositoryId: z.string(), refUpdates: RefUpdates, clientMutationId: z.string().optional() });

const UPDATE =
  /^\s*mutation\b[^{]*\{\s*updateRefs\(\s*input:\s*(?:\$(\w+)|\{\s*repositoryId:\s*\$(\w+),?\s*refUpdates:\s*\$(\w+)\s*\})\s*\)\s*\{\s*clientMutationId\s*\}\s*\}\s*$/;

export const GRAPHQL_ROUTES: readonly Route[] = [on("POST", "/graphql", ({ ask, lab }) => execute(ask, lab))];

async function execute(ask: Ask, lab: Lab): Promise<Answer> {
  const body = Body.safeParse(ask.body);
  if (!body.success) return failed({ type: "", message: "A query attribute must be specified and must be a string." });
  if (ask.actor.kind === "anonymous") return { status: 401, body: { message: "This endpoint requires you to be authenticated." } };
  const { query, variables } = body.data;
  const [, input, repositoryId = "", refUpdates = ""] = UPDATE.exec(query) ?? [];
  if (UPDATE.test(query)) {
    const given = input === undefined ? { repositoryId: variables[repositoryId], refUpdates: variables[refUpdates] } : variables[input];
    return mutate(ask, given, lab);
  }
  const ready = readyVariable(query);
  if (ready !== null) return makeReady(ask, variables[ready], lab);
  return look(ask, { asked: queryOf(query), variables }, lab);
}

interface Question {
  readonly asked: Selections | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

async function look(ask: Ask, { asked, variables }: Question, lab: Lab): Promise<Answer> {
  const names = asked?.flatMap((one) => (one.kind === "field" ? [one.name] : []));
  if (asked === null || names?.join() !== "repository")
    return failed({
      type: "undefinedField",
      message: "lab: only updateRefs, markPullRequestReadyForReview and queries of a repository are known here",
    });
  const repository = async ({ owner, name }: Readonly<Record<string, unknown>>): Promise<Node | null> => {
    const found = lab.options.repositories.find((one) => fullName(one) === `${owner}/${name}`);
    const id = found === undefined || !mayRead(ask.actor, found) ? null : await nodeId(fullName(found), lab);
    return found === undefined || id === null ? null : repositoryNode(lab, found, id);
  };
  try {
    const data = await answerFor({ type: "Query", fields: { repository } }, asked, variables);
    return data["repository"] === null ? notFound(["repository"], JSON.stringify(variables)) : { status: 200, body: { data } };
  } catch (error) {
    if (error instanceof NoSuchField) return failed({ type: "undefinedField", message: error.message });
    throw error;
  }
}

async function mutate(ask: Ask, given: unknown, lab: Lab): Promise<Answer> {
  const input = Input.safeParse(given);
  if (!input.success)
    return failed({
      type: "INVALID_VARIABLE",
      message: `Variable $input of type UpdateRefsInput! was provided invalid value: ${input.error.message}`,
    });
  const ids = await Promise.all(lab.options.repositories.map(async (one) => ({ one, id: await nodeId(fullName(one), lab) })));
  const repository = ids.find(({ id }) => id === input.data.repositoryId)?.one;
  if (repository === undefined) return notFound(["updateRefs"], input.data.repositoryId);
  if (!mayWrite(ask.actor, repository, "contents")) return failed({ type: "FORBIDDEN", message: "Resource not accessible by integration" });
  const { refused, happened } = await updateRefs(input.data.refUpdates, repository, ask.actor, lab);
  if (refused) return failed(refused);
  await lab.tell(happened, repository, ask.actor);
  return { status: 200, body: { data: { updateRefs: { clientMutationId: input.data.clientMutationId ?? null } } } };
}

async function nodeId(name: string, lab: Lab): Promise<string | null> {
  return z.object({ node_id: z.string() }).safeParse(await read(lab, `/repos/${name}`)).data?.node_id ?? null;
}

function failed(error: Refusal): Answer {
  return refusedMutation("updateRefs", error);
}

function notFound(path: readonly string[], name: string): Answer {
  const message = `Could not resolve to a node with the global id of '${name}'`;
  return { status: 200, body: { data: null, errors: [{ type: "NOT_FOUND", path, message }] } };
}
