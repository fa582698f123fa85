/** Issues, pull requests and refs as GitHub shows them, made whole where the emulator's are not. */
import * as z from "zod";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";

const Label = z.looseObject({ id: z.number(), name: z.string() });
const Account = z.looseObject({ login: z.string() });
const Issue = z.looseObject({
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  locked: z.boolean(),
  labels: z.array(Label),
  assignees: z.array(Account),
  html_url: z.string(),
  pull_request: z.unknown().optional(),
});
const Side = z.looseObject({ ref: z.string(), sha: z.string() });
export const Pull = z.looseObject({
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  labels: z.array(Label),
  head: Side,
  base: Side,
});

export type Issue = z.infer<typeof Issue>;
export type Pull = z.infer<typeof Pull>;

/** The answer's data, or null where there is none (404). Any other refusal of the emulator is thrown. No colon in the path: encode it. */
export async function read({ state }: Pick<Lab, "state">, path: string): Promise<unknown> {
  try {
    return (await state.admin.request(`GET ${path}`)).data;
  } catch (error) {
    if (Object(error).status === 404) return null;
    throw error;
  }
}

/** The commit that a ref points at (`refs/heads/main`); null where there is no such ref. */
export async function refOf(lab: Lab, repository: RepositoryOptions, ref: string): Promise<string | null> {
  const name = ref
    .replace(/^refs\//, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  const found = await read(lab, `/repos/${fullName(repository)}/git/ref/${name}`);
  return found === null ? null : z.object({ object: z.object({ sha: z.string() }) }).parse(found).object.sha;
}

/** An issue or a pull request as an issue, which GitHub shows as well and the emulator does not. */
export async function issueOf(lab: Lab, repository: RepositoryOptions, number: number): Promise<Issue | null> {
  const path = `/repos/${fullName(repository)}`;
  const issue = await read(lab, `${path}/issues/${number}`);
  if (issue !== null) return Issue.parse(issue);
  const pull = await read(lab, `${path}/pulls/${number}`);
  if (pull === null) return null;
  const { head, base, ...shared } = Object(pull);
  const [url, at] = [`${lab.url}${path}/pulls/${number}`, `${lab.url}${path}/issues/${number}`];
  const html = `${lab.url}/${fullName(repository)}/pull/${number}`;
  return Issue.parse({
    ...shared,
    url: at,
    repository_url: `${lab.url}${path}`,
    labels_url: `${at}/labels{/name}`,
    events_url: `${at}/events`,
    html_url: html,
    pull_request: { url, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch`, merged_at: null },
  });
}

/** An account by its login; an App that has not written yet is known by that alone. */
export async function accountIn(lab: Pick<Lab, "state">, login: string): Promise<unknown> {
  return (await read(lab, `/users/${encodeURIComponent(login)}`)) ?? { login };
}

/** A pull request whose head follows its branch while it is open, with the figures of its files. */
export async function pullOf(lab: Lab, repository: RepositoryOptions, number: number): Promise<Pull | null> {
  const found = await read(lab, `/repos/${fullName(repository)}/pulls/${number}`);
  return found === null ? null : whole(lab, repository, Pull.parse(found));
}

/** The commit that a pull request was merged by; null where it was not. */
export function mergeOf({ merges }: Lab, repository: RepositoryOptions, { number }: Pick<Pull, "number">): string | null {
  return merges.get(fullName(repository))?.get(number) ?? null;
}

/** The same for a pull request that is at hand. */
export async function whole(lab: Lab, repository: RepositoryOptions, pull: Pull): Promise<Pull> {
  const sha = pull.state === "open" ? await refOf(lab, repository, `refs/heads/${pull.head.ref}`) : null;
  const files = await filesOf(lab, repository, pull);
  const sum = (key: "additions" | "deletions"): number => files.reduce((total, file) => total + file[key], 0);
  const figures = { changed_files: files.length, additions: sum("additions"), deletions: sum("deletions") };
  const merge = mergeOf(lab, repository, pull);
  const merged = merge === null ? {} : { merged: true, merged_at: pull["closed_at"], merge_commit_sha: merge };
  return { ...pull, ...figures, ...merged, head: { ...pull.head, sha: sha ?? pull.head.sha } };
}

const Comparison = z.object({ files: z.array(z.looseObject({ additions: z.number(), deletions: z.number() })) });

/** What a pull request changes (the emulator's lists are made up). */
export async function filesOf(lab: Lab, repository: RepositoryOptions, { base, head }: Pull): Promise<z.infer<typeof Comparison>["files"]> {
  const compared = await read(lab, `/repos/${fullName(repository)}/compare/${base.ref}...${head.ref}`);
  return compared === null ? [] : Comparison.parse(compared).files;
}

/** The open pull requests from a branch. */
export async function pullsFrom(lab: Lab, repository: RepositoryOptions, branch: string): Promise<readonly Pull[]> {
  const found = await read(
    lab,
    `/repos/${fullName(repository)}/pulls?state=open&head=${encodeURIComponent(`${repository.owner}:${branch}`)}`,
  );
  return z.array(Pull).parse(found);
}
