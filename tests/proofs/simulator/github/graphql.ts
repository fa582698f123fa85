/** The GraphQL that the product sends: queries of a repository, `updateRefs`, `markPullRequestReadyForReview`. Anything else is an error. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import {
  done,
  type Mutation,
  mutationIn,
  refusedId,
  refusedQuery,
  refusedRepository,
  refusedRights,
} from "../../../lab/github/rules/graphql.ts";
import { queryOf, type Selections } from "../../../lab/github/rules/graphql-query.ts";
import { may } from "./asker.ts";
import type { Call } from "./call.ts";
import { answerFor, type Node, NoSuchField, repositoryNode } from "./graphql-nodes.ts";
import { changeIssue, tellOf } from "./issues.ts";
import { isPull } from "./pulls.ts";
import { updateRefs } from "./update-refs.ts";

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });
type Variables = z.infer<typeof Body>["variables"];

/** What a text asks for; null where it is nothing that is known here. */
type Question = Mutation | { readonly name: "query"; readonly asked: Selections } | null;

/** Texts are few and are sent often: each is read once. */
const questions = new Map<string, Question>();

function questionIn(text: string): Question {
  const known = questions.get(text);
  if (known !== undefined) return known;
  const question = mutationIn(text) ?? readQuery(text);
  questions.set(text, question);
  return question;
}

function readQuery(text: string): Question {
  const asked = queryOf(text);
  const names = asked?.flatMap((one) => (one.kind === "field" ? [one.name] : []));
  return asked === null || names?.join() !== "repository" ? null : { name: "query", asked };
}

/** Refuses with 200 and `errors`, as GitHub does. */
export function graphql(call: Call): Answer {
  const body = Body.safeParse(call.body);
  if (!body.success) return refusedQuery("A query attribute must be specified and must be a string.");
  const { query, variables } = body.data;
  const question = questionIn(query);
  if (question === null)
    return refusedQuery("simulator: only updateRefs, markPullRequestReadyForReview and queries of a repository are known here");
  if (question.name === "query") return look(call, question.asked, variables);
  const mutate = question.name === "updateRefs" ? updateRefs : makeReady;
  return mutate(call, question.given(variables));
}

function look({ state, actor, asOf }: Call, asked: Selections, variables: Variables): Answer {
  const here = `${state.owner}/${state.repo}`.toLowerCase();
  const isSeen = may(state, actor, "contents", "read");
  let sought = "";
  const repository = ({ owner, name }: Variables): Node | null => {
    sought = `${String(owner)}/${String(name)}`;
    return isSeen && sought.toLowerCase() === here ? repositoryNode(state, asOf) : null;
  };
  try {
    const data = answerFor({ type: "Query", fields: { repository } }, asked, variables);
    return data["repository"] === null ? refusedRepository(sought) : { status: 200, body: { data } };
  } catch (error) {
    if (error instanceof NoSuchField) return refusedQuery(error.message);
    throw error;
  }
}

/** One that is ready already stays so. */
function makeReady({ state, actor }: Call, id: unknown): Answer {
  const name = "markPullRequestReadyForReview";
  const issue = state.issues.get(Number(/^PR_(\d+)$/.exec(String(id))?.[1]));
  if (issue === undefined || !isPull(issue)) return refusedId(name, id);
  if (!may(state, actor, "pull_requests", "write")) return refusedRights(name, actor.permissions === null ? actor.login : null);
  if (issue.pull.draft) {
    const ready = changeIssue(state, issue.number, { pull: { ...issue.pull, draft: false } });
    tellOf(state, actor, "ready_for_review", { issue: ready });
  }
  return done(name);
}
