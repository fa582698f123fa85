/** `markPullRequestReadyForReview`: a draft becomes an ordinary pull request (https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview). */
import * as z from "zod";
import type { Answer } from "./answer.ts";
import { refusedMutation } from "./graphql-refusal.ts";
import type { Ask, Lab } from "./lab.ts";
import { mayWrite } from "./may-write.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { pullOf, read } from "./thing.ts";

const NAME = "markPullRequestReadyForReview";
const ASKED =
  /^\s*mutation\b[^{]*\{\s*markPullRequestReadyForReview\(\s*input:\s*\{\s*pullRequestId:\s*\$(\w+)\s*\}\s*\)\s*\{\s*clientMutationId\s*\}\s*\}\s*$/;

const Pulls = z.array(z.object({ number: z.number(), node_id: z.string() }));

/** Null for any other query. */
export function readyVariable(query: string): string | null {
  return ASKED.exec(query)?.[1] ?? null;
}

/** Makes it ready; one that is ready already stays so. */
export async function makeReady(ask: Ask, id: unknown, lab: Lab): Promise<Answer> {
  const found = await pullWith(id, lab);
  if (found === null)
    return refusedMutation(NAME, { type: "NOT_FOUND", message: `Could not resolve to a node with the global id of '${id}'` });
  const { repository, number } = found;
  if (!mayWrite(ask.actor, repository, "pull_requests"))
    return refusedMutation(NAME, { type: "FORBIDDEN", message: "Resource not accessible by integration" });
  await lab.state.admin.request(`PATCH /repos/${fullName(repository)}/pulls/${number}`, { draft: false });
  const pull = await pullOf(lab, repository, number);
  await lab.tell([{ event: "pull_request", payload: { action: "ready_for_review", number, pull_request: pull } }], repository, ask.actor);
  return { status: 200, body: { data: { [NAME]: { clientMutationId: null } } } };
}

async function pullWith(id: unknown, lab: Lab): Promise<{ readonly repository: RepositoryOptions; readonly number: number } | null> {
  for (const repository of lab.options.repositories) {
    const pulls = Pulls.parse((await read(lab, `/repos/${fullName(repository)}/pulls?state=all&per_page=100`)) ?? []);
    const found = pulls.find(({ node_id }) => node_id === id);
    if (found !== undefined) return { repository, number: found.number };
  }
  return null;
}
