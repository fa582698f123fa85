/** What the tests of this folder share: clocks that do not wait, the issue under test, and what was asked of GitHub. */
import { expect } from "vitest";
import { githubIssue } from "#adapters/github/github-issue.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { killSwitchOfApp } from "#adapters/github/workflow/kill-switch-now.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHub as Issue } from "#ports/github.ts";
import { asApp } from "../../builders/lab-clients.ts";
import type { GitHub } from "../../lab/github/github.ts";
import { AT } from "../../lab/github/stage.ts";

/** Real time, but a sleep is over at once and is written down. */
export function hastyClock(): Clock & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  return { slept, now: () => Date.now(), sleep: async (ms) => void slept.push(ms) };
}

export const WORKFLOW = `
name: loopwright
run-name: "issue \${{ inputs.issue }} \${{ inputs.digest }}"
on:
  workflow_dispatch:
    inputs:
      issue: { required: true }
      run_id: { required: true }
      digest: { required: true }
jobs: {}
`;

/** The issue as the App sees it; `url` another address of the same GitHub. */
export async function theIssue(
  github: GitHub,
  issue: number,
  {
    url = github.url,
    clock = hastyClock(),
    workflow = "loopwright.yml",
    ref = "main",
    yields = false,
  }: { url?: string; clock?: Clock; workflow?: string; ref?: string; yields?: boolean } = {},
): Promise<Issue> {
  const api = await asApp({ ...github, url });
  return githubIssue(api, {
    ...AT,
    issue,
    yields,
    workflow,
    ref,
    isOurs: writersNamed(["loopwright[bot]", ACTIONS_LOGIN]),
    clock,
    freeze: killSwitchOfApp(api, AT, clock),
    serverUrl: "https://github.example",
  });
}

/** Runs something and gives what was asked of GitHub meanwhile, as `METHOD path below the repository`; tokens are not counted. */
export async function requestsOf(github: GitHub, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = github.requests.length;
  await work();
  return github.requests
    .slice(before)
    .filter(({ path }) => !/^[/]app[/]/.test(path))
    .map(({ method, path }) => `${method} ${path.replace("/repos/acme/widget/", "")}`);
}

/** The `Failure` of something that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => expect.fail("it worked"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error;
  throw error;
}
