/** `markPullRequestReadyForReview`: a draft becomes an ordinary pull request (https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview). */
import * as z from "zod";
import { may } from "./access.ts";
import type { Ask, Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { Answer } from "./rules/answer.ts";
import { done, refusedId, refusedRights } from "./rules/graphql.ts";
import { pullOf, read } from "./thing.ts";

const NAME = "markPullRequestReadyForReview";

const Pulls = z.array(z.object({ number: z.number(), node_id: z.string() }));

/** Makes it ready; one that is ready already stays so. */
export async function makeReady(ask: Ask, id: unknown, lab: Lab): Promise<Answer> {
  const found = await pullWith(id, lab);
  if (found === null) return refusedId(NAME, id);
  const { repository, number } = found;
  const { actor } = ask;
  if (!may(actor, repository, "pull_requests", "write")) return refusedRights(NAME, actor.kind === "user" ? actor.login : null);
  await lab.state.admin.request(`PATCH /repos/${fullName(repository)}/pulls/${number}`, { draft: false });
  const pull = await pullOf(lab, repository, number);
  await lab.tell([{ event: "pull_request", payload: { action: "ready_for_review", number, pull_request: pull } }], repository, ask.actor);
  return done(NAME);
}

async function pullWith(id: unknown, lab: Lab): Promise<{ readonly repository: RepositoryOptions; readonly number: number } | null> {
  for (const repository of lab.options.repositories) {
    const pulls = Pulls.parse((await read(lab, `/repos/${fullName(repository)}/pulls?state=all&per_page=100`)) ?? []);
    const found = pulls.find(({ node_id }) => node_id === id);
    if (found !== undefined) return { repository, number: found.number };
  }
  return null;
}
