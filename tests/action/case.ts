/** One issue with a run whose plan is shown, a runner and a model of its own. */

import { setTimeout as sleep } from "node:timers/promises";
import { commentCreated } from "#core/commands/trigger-event.ts";
import type { Event, EventKind } from "#core/events/event.ts";
import { runIdOf } from "#core/plan/issue.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { approveRun } from "#loop/control/run/approve.ts";
import { steeringOf, steerRun } from "#loop/control/run/steer.ts";
import type { Journal } from "#ports/journal.ts";
import type { GitHub } from "../lab/github/github.ts";
import type { ScriptedModel } from "../lab/model/server.ts";
import type { LabRunner } from "../lab/runner/start-runner.ts";
import { deskOf, journalOf, showPlan, type Wanted } from "./desk.ts";
import { as } from "./people.ts";
import { ISSUE } from "./story.ts";

type WorkflowRun = GitHub["runs"][number];

export interface Case {
  readonly repo: string;
  readonly number: number;
  readonly runId: string;
  readonly model: ScriptedModel;
  readonly runner: LabRunner;
  readonly desk: ControlContext;
  readonly journal: () => Journal;
  readonly run: () => Promise<Run>;
  readonly events: () => Promise<readonly Event[]>;
  readonly kinds: () => Promise<readonly EventKind[]>;
  /** Somebody comments; resolves with what the desk hears. */
  readonly says: (login: string, text: string) => Promise<IssueEvent>;
  /** wim has a run that ended go on: the workflow starts once more. */
  readonly resume: () => Promise<void>;
  /** Resolves when the model was asked by a role so many times. */
  readonly asked: (role: string, times?: number) => Promise<void>;
  /** The comments of the issue with their authors, oldest first. */
  readonly comments: () => Promise<readonly { readonly by: string; readonly text: string }[]>;
  /** wim approves, and the workflow starts. Resolves with the id of the workflow run. */
  readonly approve: () => Promise<number>;
  readonly workflowRuns: () => readonly WorkflowRun[];
  /** Resolves when so many workflow runs of this issue are over. */
  readonly over: (runs?: number) => Promise<void>;
  /** The log of the newest workflow run's last attempt. */
  readonly log: () => string;
}

export async function aCase(github: GitHub, given: Pick<Case, "number" | "repo" | "model" | "runner">, wanted: Wanted): Promise<Case> {
  const { repo, number, runner } = given;
  const runId = runIdOf("split-drops", new Date().toISOString());
  const seat = { repo, number, runId };
  const desk = await deskOf(github, seat);
  await showPlan(github, seat, desk, wanted);
  const journal = (): Journal => journalOf(github, seat);
  const says = (login: string, text: string): Promise<IssueEvent> => comment(github, given, { login, text });
  const workflowRuns = (): readonly WorkflowRun[] =>
    github.runs.filter((run) => run.repository.name === repo && run.inputs["issue"] === String(number));
  const events = async (): Promise<readonly Event[]> => {
    const history = await journal().load();
    return history.kind === "missing" ? [] : history.events;
  };
  return {
    ...given,
    runId,
    desk,
    journal,
    says,
    workflowRuns,
    events,
    run: () => readRun(journal()),
    kinds: async () => (await events()).map(({ kind }) => kind),
    async approve() {
      const mine = desk.journalOf(runId);
      const run = await readRun(mine);
      // The desk of these tests is a person, and no job takes a plan for shown that a person's comment shows.
      const digest = run.request?.digest.slice(0, 32) ?? "";
      const heard = await says("wim", `/approve ${digest}`);
      const outcome = await approveRun(heard, { digest, stepwise: false }, { journal: mine, run }, desk);
      if (outcome.kind !== "done") throw new Error(`not approved: ${JSON.stringify(outcome)}`);
      return workflowRuns()[0]?.id ?? 0;
    },
    async resume() {
      const heard = await says("wim", "/loop resume");
      const mine = desk.journalOf(runId);
      const outcome = await steerRun(steeringOf({ kind: "resume" }, heard), heard, { journal: mine, run: await readRun(mine) }, desk);
      if (outcome.kind !== "done") throw new Error(`not resumed: ${JSON.stringify(outcome)}`);
    },
    async asked(role, times = 1) {
      while (given.model.requests.filter((request) => request.role === role).length < times) await sleep(20);
    },
    async comments() {
      const { data } = await as(github, "ada").rest.issues.listComments({ owner: "acme", repo, issue_number: number });
      return data.map(({ user, body }) => ({ by: user?.login ?? "", text: body ?? "" }));
    },
    async over(runs = 1) {
      await github.wait(() => workflowRuns().filter(({ status }) => status === "completed").length >= runs, 150_000);
    },
    log: () =>
      runner
        .logs(workflowRuns().at(-1)?.id ?? 0)
        .map(({ job, text }) => `${job} | ${text}`)
        .join("\n"),
  };
}

async function comment(
  github: GitHub,
  { repo, number }: Pick<Case, "number" | "repo">,
  { login, text }: { readonly login: string; readonly text: string },
): Promise<IssueEvent> {
  const { data } = await as(github, login).rest.issues.createComment({ owner: "acme", repo, issue_number: number, body: text });
  const by = { id: data.user?.id ?? 0, type: "User", login };
  const issue = { ...ISSUE, author: "rob", authorId: 0, open: true };
  return {
    happening: commentCreated(text, false),
    by,
    issue,
    comment: data.id,
    throughApp: false,
    at: Date.now(),
    ours: [],
  };
}
