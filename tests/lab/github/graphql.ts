/** The GraphQL that the product needs: `updateRefs`, `markPullRequestReadyForReview`, and queries of a repository. Anything else is an error, as an unknown field is on GitHub. */
import * as z from "zod";
import { may } from "./access.ts";
import { answerFor, type Node, NoSuchField } from "./graphql-answer.ts";
import { repositoryNode } from "./graphql-objects.ts";
import type { Ask, Lab } from "./lab.ts";
import { makeReady } from "./ready.ts";
import { fullName } from "./repository.ts";
import { on, type Route } from "./route.ts";
import { type Answer, refusal } from "./rules/answer.ts";
import {
  done,
  mutationIn,
  refusedId,
  refusedInput,
  refusedQuery,
  refusedRepository,
  refusedRights,
  refusedUpdates,
  UpdateRefsInput,
} from "./rules/graphql.ts";
import { queryOf, type Selections } from "./rules/graphql-query.ts";
import { read } from "./thing.ts";
import { updateRefs } from "./update-refs.ts";

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });

export const GRAPHQL_ROUTES: readonly Route[] = [on("POST", "/graphql", ({ ask, lab }) => execute(ask, lab))];

async function execute(ask: Ask, lab: Lab): Promise<Answer> {
  const body = Body.safeParse(ask.body);
  if (!body.success) return refusedQuery("A query attribute must be specified and must be a string.");
  if (ask.actor.kind === "anonymous") return refusal(401, "This endpoint requires you to be authenticated.");
  const { query, variables } = body.data;
  const mutation = mutationIn(query);
  if (mutation === null) return look(ask, { asked: queryOf(query), variables }, lab);
  const given = mutation.given(variables);
  return mutation.name === "updateRefs" ? mutate(ask, given, lab) : makeReady(ask, given, lab);
}

interface Question {
  readonly asked: Selections | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

async function look(ask: Ask, { asked, variables }: Question, lab: Lab): Promise<Answer> {
  const names = asked?.flatMap((one) => (one.kind === "field" ? [one.name] : []));
  if (asked === null || names?.join() !== "repository")
    return refusedQuery("lab: only updateRefs, markPullRequestReadyForReview and queries of a repository are known here");
  let sought = "";
  const repository = async ({ owner, name }: Readonly<Record<string, unknown>>): Promise<Node | null> => {
    sought = `${owner}/${name}`;
    const found = lab.options.repositories.find((one) => fullName(one) === sought);
    const id = found === undefined || !may(ask.actor, found, "contents", "read") ? null : await nodeId(fullName(found), lab);
    return found === undefined || id === null ? null : repositoryNode(lab, found, id);
  };
  try {
    const data = await answerFor({ type: "Query", fields: { repository } }, asked, variables);
    return data["repository"] === null ? refusedRepository(sought) : { status: 200, body: { data } };
  } catch (error) {
    if (error instanceof NoSuchField) return refusedQuery(error.message);
    throw error;
  }
}

async function mutate({ actor }: Ask, given: unknown, lab: Lab): Promise<Answer> {
  const input = UpdateRefsInput.safeParse(given);
  if (!input.success) return refusedInput(input.error.message);
  const { repositoryId, refUpdates, clientMutationId } = input.data;
  const ids = await Promise.all(lab.options.repositories.map(async (one) => ({ one, id: await nodeId(fullName(one), lab) })));
  const repository = ids.find(({ id }) => id === repositoryId)?.one;
  if (repository === undefined || !may(actor, repository, "contents", "read")) return refusedId("updateRefs", repositoryId);
  if (!may(actor, repository, "contents", "write")) return refusedRights("updateRefs", actor.kind === "user" ? actor.login : null);
  const { problem, happened } = await updateRefs(refUpdates, repository, actor, lab);
  if (problem !== null) return refusedUpdates(problem);
  await lab.tell(happened, repository, actor);
  return done("updateRefs", clientMutationId ?? null);
}

async function nodeId(name: string, lab: Lab): Promise<string | null> {
  return z.object({ node_id: z.string() }).safeParse(await read(lab, `/repos/${name}`)).data?.node_id ?? null;
}
