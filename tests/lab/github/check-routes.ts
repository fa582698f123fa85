/** Commit statuses, which the emulator lacks, and what it shows of check suites and annotations otherwise than GitHub. */
import * as z from "zod";
import type { CommitStatus } from "./commit-status.ts";
import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import { integrationOf } from "./objects/integration.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";
import { pageOf } from "./rules/limits.ts";
import { accountIn, pullsFrom, read } from "./thing.ts";

export const CHECK_ROUTES: readonly Route[] = [
  onRepository("POST", "/statuses/{sha}", say),
  onRepository("GET", "/commits/{ref}/status", combined),
  onRepository("GET", "/commits/{ref}/check-suites", suites),
  onRepository("GET", "/check-runs/{check_run_id}/annotations", annotations),
];

const Said = z.object({
  state: z.enum(["error", "failure", "pending", "success"]),
  context: z.string().default("default"),
  description: z.string().nullish(),
});

async function say({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository, actor, body } = ask;
  if (repository === null) return NOT_FOUND;
  const { state, context, description = null } = Said.parse(body);
  const one: CommitStatus = {
    repository,
    sha: parameter("sha"),
    context,
    state,
    description,
    by: actor.login,
    at: new Date().toISOString(),
  };
  lab.statuses.push(one);
  const shown = shownStatus(one, lab);
  const branches = await branchesAt(lab, repository, one.sha);
  const told = { event: "status", payload: { ...shown, sha: one.sha, branches } };
  await lab.tell([told], repository, actor);
  return { status: 201, body: { ...shown, creator: await accountIn(lab, actor.login) } };
}

function shownStatus({ repository, sha, context, state, description, at }: CommitStatus, { url, statuses }: Lab) {
  const id = 1 + statuses.findIndex((one) => one.sha === sha && one.context === context && one.at === at);
  return {
    url: `${url}/repos/${fullName(repository)}/statuses/${sha}`,
    avatar_url: `${url}/avatars/${id}`,
    id,
    node_id: `SC_${id}`,
    state,
    description,
    target_url: null,
    context,
    created_at: at,
    updated_at: at,
  };
}

/** Branches whose head it is, as a webhook names them. */
async function branchesAt(lab: Lab, repository: RepositoryOptions, sha: string): Promise<readonly { readonly name: string }[]> {
  const found = z
    .array(z.looseObject({ ref: z.string(), object: z.object({ sha: z.string() }) }))
    .parse(await read(lab, `/repos/${fullName(repository)}/git/matching-refs/heads`));
  return found.filter(({ object }) => object.sha === sha).map(({ ref }) => ({ name: ref.replace("refs/heads/", "") }));
}

async function combined({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository, query } = ask;
  if (repository === null) return NOT_FOUND;
  const sha = parameter("ref");
  const last = new Map(lab.statuses.filter((one) => one.repository === repository && one.sha === sha).map((one) => [one.context, one]));
  const states = [...last.values()].map(({ state }) => state);
  const bad = states.some((state) => state === "failure" || state === "error");
  const state = bad ? "failure" : states.length === 0 || states.includes("pending") ? "pending" : "success";
  const at = `${lab.url}/repos/${fullName(repository)}/commits/${sha}`;
  const statuses = pageOf(query, [...last.values()]).map((one) => shownStatus(one, lab));
  const where = await read(lab, `/repos/${fullName(repository)}`);
  return { status: 200, body: { state, statuses, sha, total_count: last.size, repository: where, commit_url: at, url: `${at}/status` } };
}

/** Only those of workflows that wait for a click: they have a suite and no check run yet. */
async function suites({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository } = ask;
  if (repository === null) return NOT_FOUND;
  const [sha, name] = [parameter("ref"), fullName(repository)];
  const start = lab.starts.findLast((one) => one.head === sha && one.on.startsWith(`${name}#`));
  const app = lab.apps.find(({ slug, account }) => slug === "github-actions" && account === repository.owner);
  if (start?.started !== "waits" || app === undefined) return { status: 200, body: { total_count: 0, check_suites: [] } };
  const [where, commit] = await Promise.all([read(lab, `/repos/${name}`), read(lab, `/repos/${name}/git/commits/${sha}`)]);
  const { tree, message, author, committer } = Object(commit);
  const at = new Date().toISOString();
  const url = `${lab.url}/repos/${name}/check-suites/1`;
  const suite = {
    id: 1,
    node_id: "CS_1",
    head_branch: null,
    head_sha: sha,
    status: "completed",
    conclusion: "action_required",
    url,
    before: null,
    after: sha,
    pull_requests: [],
    app: integrationOf(app, { login: app.account }, lab.url),
    repository: where,
    created_at: at,
    updated_at: at,
    head_commit: { id: sha, tree_id: tree.sha, message, timestamp: at, author, committer },
    latest_check_runs_count: 0,
    check_runs_url: `${url}/check-runs`,
  };
  return { status: 200, body: { total_count: 1, check_suites: [suite] } };
}

async function annotations({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository, query } = ask;
  if (repository === null) return NOT_FOUND;
  const found = await read(lab, `/repos/${fullName(repository)}/check-runs/${parameter("check_run_id")}/annotations?per_page=100`);
  return found === null ? NOT_FOUND : { status: 200, body: pageOf(query, Object(found).check_annotations ?? found) };
}

/** The suite of a check run that ended, where none of its check runs goes on any more. */
export async function endedSuite(lab: Lab, repository: RepositoryOptions, run: unknown): Promise<readonly Happening[]> {
  const { head_sha: sha } = Object(run);
  const found = await read(lab, `/repos/${fullName(repository)}/commits/${String(sha)}/check-runs?per_page=100`);
  const runs = z.object({ check_runs: z.array(z.looseObject({ status: z.string(), conclusion: z.string().nullable() })) }).parse(found);
  if (runs.check_runs.some(({ status }) => status !== "completed")) return [];
  const [branch] = await branchesAt(lab, repository, String(sha));
  const good = runs.check_runs.every(({ conclusion }) => conclusion === "success");
  const pulls = branch === undefined ? [] : await pullsFrom(lab, repository, branch.name);
  const suite = {
    id: 1,
    head_branch: branch?.name ?? null,
    head_sha: sha,
    status: "completed",
    conclusion: good ? "success" : "failure",
    pull_requests: pulls.map(({ number }) => ({ id: number, number })),
  };
  return [{ event: "check_suite", payload: { action: "completed", check_suite: suite } }];
}
