/** Assumptions about check runs, which only an App or a workflow makes. */
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { type Assumption, judged, notTried, type Observation } from "#cli/live/assumption.ts";
import { commitsOf } from "#cli/live/made.ts";
import { replyTo, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

async function attemptCheckRun(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const { one } = await commitsOf(scratch);
  const output = { title: name, summary: "Made by `loopwright doctor --live`." };
  const check = { name, head_sha: one, status: "completed", conclusion: "success", output } as const;
  const reply = await replyTo(() => api.rest.checks.create({ owner, repo, ...check, ...NO_RETRY }), [403, 422]);
  if (reply.status === 403 && scratch.person !== null)
    return notTried(`only an App or a workflow may: with a person's token ${shownReply(reply)}`);
  const { data } = await api.rest.checks.listForRef({ owner, repo, ref: one });
  const found = data.check_runs.find((run) => run.name === name);
  const seen = `${shownReply(reply)}; listed: ${found === undefined ? "no" : String(found.conclusion)}`;
  return judged(reply.status === 201 && found?.conclusion === "success", seen);
}

export const CHECK_RUNS: readonly Assumption[] = [
  {
    id: "check-run",
    assumes: "an App makes a check run on a commit, and it is listed there",
    reliesOn: "src/adapters/github/workflow/check-run.ts",
    attempt: attemptCheckRun,
  },
];
