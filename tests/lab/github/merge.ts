/**
 * Merging, which the emulator does with the commits that the pull request had when it was opened: here one commit with what its branch holds
 * now. Only a branch that stands on the tip of its base is merged (https://docs.github.com/rest/pulls/pulls#merge-a-pull-request).
 */
import * as z from "zod";
import type { Ask, Lab } from "./lab.ts";
import { told } from "./moves.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { Call } from "./route.ts";
import { type Answer, NOT_FOUND, refusal } from "./rules/answer.ts";
import { type Pull, pullOf, read, refOf } from "./thing.ts";

const Wish = z.object({
  merge_method: z.enum(["merge", "squash", "rebase"]).default("merge"),
  commit_title: z.string().optional(),
  commit_message: z.string().default(""),
  sha: z.string().optional(),
});
const Comparison = z.object({ behind_by: z.number() });

/** Squashes; another method is not built. Tells of the push and of the pull request. */
export async function merge({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository } = ask;
  const pull = repository && (await pullOf(lab, repository, Number(parameter("number"))));
  if (repository === null || !pull) return NOT_FOUND;
  const wish = Wish.parse(ask.body ?? {});
  const compared = await read(lab, `/repos/${fullName(repository)}/compare/${pull.base.ref}...${pull.head.ref}`);
  const refused = refusedMerge(pull, wish) ?? (Comparison.parse(compared).behind_by > 0 ? BEHIND : null);
  if (refused !== null) return refused;
  const title = wish.commit_title ?? `${pull.title} (#${pull.number})`;
  const message = wish.commit_message === "" ? title : `${title}\n\n${wish.commit_message}`;
  const sha = await squash(pull, message, repository, lab);
  await tell(ask, { pull, sha, repository }, lab);
  return { status: 200, body: { sha, merged: true, message: "Pull Request successfully merged" } };
}

const BEHIND = refusal(405, "lab: the branch does not stand on its base");

function refusedMerge(pull: Pull, wish: z.output<typeof Wish>): Answer | null {
  if (wish.merge_method !== "squash") return refusal(405, "lab: only squash merges are built");
  if (pull.state !== "open") return refusal(405, "Pull Request is not mergeable");
  if (wish.sha === undefined || wish.sha === pull.head.sha) return null;
  return refusal(409, "Head branch was modified. Review and try the merge again.");
}

async function squash(pull: Pull, message: string, { owner, name: repo }: RepositoryOptions, { state }: Lab): Promise<string> {
  const { git, pulls } = state.admin.rest;
  const [head, base] = await Promise.all([
    git.getCommit({ owner, repo, commit_sha: pull.head.sha }),
    git.getRef({ owner, repo, ref: `heads/${pull.base.ref}` }),
  ]);
  const parents = [base.data.object.sha];
  const { data } = await git.createCommit({ owner, repo, message, tree: head.data.tree.sha, parents });
  await git.updateRef({ owner, repo, ref: `heads/${pull.base.ref}`, sha: data.sha, force: true });
  await pulls.update({ owner, repo, pull_number: pull.number, state: "closed" });
  return data.sha;
}

interface Merged {
  readonly pull: Pull;
  readonly sha: string;
  readonly repository: RepositoryOptions;
}

async function tell({ actor }: Ask, { pull, sha, repository }: Merged, lab: Lab): Promise<void> {
  const { number, base } = pull;
  const merges = lab.merges.get(fullName(repository)) ?? new Map<number, string>();
  lab.merges.set(fullName(repository), merges.set(number, sha));
  const ref = `refs/heads/${base.ref}`;
  if ((await refOf(lab, repository, ref)) !== sha) throw new Error(`bug: ${ref} is not where the merge put it`);
  const closed = { event: "pull_request", payload: { action: "closed", number, pull_request: await pullOf(lab, repository, number) } };
  const before = z
    .object({ parents: z.array(z.object({ sha: z.string() })) })
    .parse(await read(lab, `/repos/${fullName(repository)}/git/commits/${sha}`));
  const pushed = await told({ ref, before: before.parents[0]?.sha ?? "", after: sha }, repository, lab);
  await lab.tell([...pushed, closed], repository, actor);
}
