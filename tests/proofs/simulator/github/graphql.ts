/** The GraphQL that the product sends: queries of a repository, `updateRefs`, `markPullRequestReadyForReview`. Anything else is an error. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/answer.ts";
import { queryOf, type Selections } from "../../../lab/github/graphql-query.ts";
import { refusedMutation } from "../../../lab/github/graphql-refusal.ts";
import { readyVariable } from "../../../lab/github/ready.ts";
import type { Call } from "./call.ts";
import { answerFor, type Node, NoSuchField, repositoryNode } from "./graphql-nodes.ts";
import { changeIssue, tellOf } from "./issues.ts";
import { isPull } from "./pulls.ts";
import { updateRefs } from "./update-refs.ts";

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });
type Variables = z.infer<typeof Body>["variables"];

/** What a text asks for; null where it is nothing that is known here. `variable`: the one that holds the input. */
type Question =
  | { readonly kind: "query"; readonly asked: Selections }
  | { readonly kind: "updateRefs" | "ready"; readonly variable: string }
  | null;

/** Texts are few and are sent often: each is read once. */
const questions = new Map<string, Question>();

const UPDATE = /^\s*mutation\b[^{]*\{\s*updateRefs\(\s*input:\s*\$(\w+)\s*\)\s*\{\s*clientMutationId\s*\}\s*\}\s*$/;

function questionIn(text: string): Question {
  const known = questions.get(text);
  if (known !== undefined) return known;
  const question = readQuestion(text);
  questions.set(text, question);
  return question;
}

function readQuestion(text: string): Question {
  const [, update] = UPDATE.exec(text) ?? [];
  if (update !== undefined) return { kind: "updateRefs", variable: update };
  const ready = readyVariable(text);
  if (ready !== null) return { kind: "ready", variable: ready };
  const asked = queryOf(text);
  const names = asked?.flatMap((one) => (one.kind === "field" ? [one.name] : []));
  return asked === null || names?.join() !== "repository" ? null : { kind: "query", asked };
}

/** Refuses with 200 and `errors`, as GitHub does. */
export function graphql(call: Call): Answer {
  const body = Body.safeParse(call.body);
  if (!body.success) return failed("A query attribute must be specified and must be a string.");
  const { query, variables } = body.data;
  const question = questionIn(query);
  if (question === null)
    return failed("simulator: only updateRefs, markPullRequestReadyForReview and queries of a repository are known here");
  if (question.kind === "query") return look(call, question.asked, variables);
  const mutate = question.kind === "updateRefs" ? updateRefs : makeReady;
  return mutate(call, variables[question.variable]);
}

function look({ state, asOf }: Call, asked: Selections, variables: Variables): Answer {
  const here = `${state.owner}/${state.repo}`.toLowerCase();
  const repository = ({ owner, name }: Variables): Node | null =>
    `${String(owner)}/${String(name)}`.toLowerCase() === here ? repositoryNode(state, asOf) : null;
  try {
    const data = answerFor({ type: "Query", fields: { repository } }, asked, variables);
    if (data["repository"] !== null) return { status: 200, body: { data } };
    return failed("Could not resolve to a Repository", "NOT_FOUND");
  } catch (error) {
    if (error instanceof NoSuchField) return failed(error.message, "undefinedField");
    throw error;
  }
}

function failed(message: string, type = "INVALID"): Answer {
  return { status: 200, body: { data: null, errors: [{ type, message }] } };
}

/** One that is ready already stays so. */
function makeReady({ state, actor }: Call, id: unknown): Answer {
  const name = "markPullRequestReadyForReview";
  const issue = state.issues.get(Number(/^PR_(\d+)$/.exec(String(id))?.[1]));
  if (issue === undefined || !isPull(issue))
    return refusedMutation(name, { type: "NOT_FOUND", message: `Could not resolve to a node with the global id of '${String(id)}'` });
  if (issue.pull.draft) {
    const ready = changeIssue(state, issue.number, { pull: { ...issue.pull, draft: false } });
    tellOf(state, actor, "ready_for_review", { issue: ready });
  }
  return { status: 200, body: { data: { [name]: { clientMutationId: null } } } };
}
