/** What a start needs: an issue whose run was approved, as a workflow run finds it. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { systemClock } from "#adapters/system-clock.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { Config } from "#core/config/config.ts";
import type { EventDraft } from "#core/events/event.ts";
import { runIdOf } from "#core/plan/issue.ts";
import { readRun } from "#loop/context/read-run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { approveRun } from "#loop/control/run/approve.ts";
import { deskOf, type Seat, showPlan } from "../../action/desk.ts";
import { as } from "../../action/people.ts";
import { HYDRATION, ISSUE } from "../../action/story.ts";
import type { GitHub } from "../../lab/github/github.ts";

/** A new issue with an approved run, and the checkout of a job. `scored`: the base was scored before, as for a run that is resumed. */
export async function prepare(github: GitHub, folder: string, scored: boolean): Promise<Seat & { readonly digest: string }> {
  const { number } = (await as(github, "rob").rest.issues.create({ owner: "acme", repo: "bench", ...ISSUE })).data;
  const seat = { repo: "bench", number, runId: runIdOf("split-drops", new Date().toISOString()) };
  const desk = await deskOf(github, seat);
  await showPlan(github, seat, desk, { config: Config.parse({}) });
  const { data } = await as(github, "wim").rest.issues.createComment({
    owner: "acme",
    repo: "bench",
    issue_number: number,
    body: "/approve",
  });
  const journal = desk.journalOf(seat.runId);
  const by = { id: data.user?.id ?? 0, type: "User", login: "wim" };
  const happening = commentCreated("/approve", false);
  const issue = { ...ISSUE, author: "rob", authorId: 0, open: true };
  const heard = { happening, by, issue, comment: data.id, throughApp: false, at: Date.now(), ours: [] };
  const outcome = await approveRun(heard, { digest: null, stepwise: false }, { journal, run: await readRun(journal) }, desk);
  if (outcome.kind !== "done") throw new Error(`the plan was not approved: ${JSON.stringify(outcome)}`);
  const drafts: readonly EventDraft[] = [
    { kind: "setup_done", ok: true, details: "", ms: 0 },
    { kind: "base_scored", results: HYDRATION.rules.map(({ id }) => ({ id, verdict: "fail", details: "", evidence: [] })), tests: null },
  ];
  if (scored) await writeDown(journal, systemClock, () => ({ drafts, alone: false }));
  // Not the synchronous one: GitHub answers out of this very process.
  await promisify(execFile)("git", ["clone", "--quiet", `${github.url}/acme/bench`, folder]);
  return { ...seat, digest: handoverDigestOf(await readRun(journal)) ?? "" };
}
