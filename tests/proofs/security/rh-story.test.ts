/** Audits and weak checks, told on the local GitHub: an objection blocks, a silent auditor is no pass, and checks that prove nothing verify nothing. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { journalOf } from "../../action/desk.ts";
import { aLoneLab } from "../../action/lone-lab.ts";
import { as } from "../../action/people.ts";
import { aRepository } from "../../action/stage.ts";
import { HYDRATION, story } from "../../action/story.ts";
import { type ScriptSource, scriptOf } from "../../lab/model/script.ts";
import { LONG_FILES, LONG_STORY } from "./long-story.ts";

const withConfig = (name: string, config: string) =>
  aRepository(name, { files: { ...LONG_FILES, ".github/loopwright.yml": `audit: { every: 1, ceiling: 1 }\n${config}` } });

const lab = await aLoneLab(
  [
    withConfig("blocked", "limits: { iterations: 11 }\n"),
    withConfig("silent", "limits: { callMs: 1000 }\n"),
    withConfig("weak", "limits: { strength: 0.6, qaRounds: 1 }\n"),
  ],
  { roles: {} },
);

interface Ended {
  readonly number: number;
  readonly run: Run;
  readonly events: readonly Event[];
  readonly pulls: number;
}

/** An issue in this repository with this model, labelled, approved and worked on to the end of its workflow run. */
async function played(repo: string, script: ScriptSource): Promise<Ended> {
  const { github, model, labelled, begun, says } = lab;
  model.change(scriptOf(script, repo));
  const { number } = await labelled(repo);
  const { inputs } = await begun("workflow_dispatch", says(repo, number, "/approve"));
  const journal = journalOf(github, { repo, number, runId: inputs["run_id"] ?? "" });
  const history = await journal.load();
  const { data: pulls } = await as(github, "ada").rest.pulls.list({ owner: "acme", repo, state: "all" });
  return { number, run: await readRun(journal), events: history.kind === "events" ? history.events : [], pulls: pulls.length };
}

const OK = { reply: { json: { verdict: "OK", issue: "", principle: "", correction: "" } } };
const BLOCK = {
  reply: { json: { verdict: "BLOCK", drift: "expansion", issue: "It does something else.", principle: "P#5", correction: "Stop." } },
};

it("blocks a run at the audit that objects in its fourth iteration: nothing of it is kept or shown before a maintainer clears it [RH-22]", async () => {
  const { roles } = LONG_STORY;
  const { number, run, events, pulls } = await played("blocked", { roles: { ...roles, auditor: [OK, OK, OK, OK, BLOCK] } });
  expect([run.stage, run.ending, pulls]).toEqual(["blocked", "audit_block", 0]);
  const kept = events.flatMap((event) => (event.kind === "iteration_kept" ? [event.commit] : []));
  expect([kept.length, run.progress.head.commit]).toEqual([3, kept.at(-1)]);
  const audits = events.flatMap((event) => (event.kind === "audit_done" ? [event.audit.verdict] : []));
  expect(audits).toEqual(["OK", "OK", "OK", "OK", "BLOCK"]);
  const { begun, says, commentsOf, labelsOf } = lab;
  expect(await labelsOf("blocked", number)).toContain("loop:blocked");
  await begun("issue_comment", says("blocked", number, "/loop resume"));
  expect((await commentsOf("blocked", number)).at(-1)?.text).toContain("an audit blocked this run");
});

it("passes nothing while the auditor does not answer: the run fails, shows no work, and can be resumed [RH-23]", async () => {
  const down = { fault: { status: 529 }, repeat: true };
  const { run, events, pulls } = await played("silent", { roles: { ...LONG_STORY.roles, auditor: [down] } });
  expect([run.stage, run.ending, pulls]).toEqual(["failed", "phase_error", 0]);
  expect(run.errorState?.message).toContain("529");
  expect(events.filter(({ kind }) => kind === "audit_done" || kind === "loop_passed" || kind === "artifact_created")).toEqual([]);
  expect(run.progress.head.commit).toBe(run.base.commit);
});

it("asks for a check where the repository has no tests and the plan no command, and verifies nothing that checks let through unseen [RH-17]", async () => {
  const { model, labelled, labelsOf, commentsOf } = lab;
  const judged = {
    id: "a.completeness.asked",
    description: "It is as asked",
    severity: "fail",
    check: { kind: "content", text: "Is it?" },
  };
  const critic = [{ reply: { json: { verdict: "PROCEED", findings: [] } }, repeat: true }];
  const hydrator = [{ reply: { json: { ...HYDRATION, rules: [judged] } }, repeat: true }];
  model.change(scriptOf(story({ hydrator, "plan-critic": critic }), "judged"));
  const { number } = await labelled("weak");
  expect(await labelsOf("weak", number)).toContain("loop:needs-info");
  expect((await commentsOf("weak", number)).at(-1)?.text).toMatch(/command/);
  // What the checks find is little: one of them looks for a word alone.
  const [tried, ...others] = HYDRATION.rules;
  const weak = {
    ...HYDRATION,
    rules: [{ ...tried, check: { kind: "command", text: "! grep -q filter src/split.js", prints: null } }, ...others],
  };
  const { run, pulls } = await played("weak", story({ hydrator: [{ reply: { json: weak }, repeat: true }], "plan-critic": critic }));
  expect([run.stage, run.qa?.last?.verdict, pulls]).toEqual(["stopped", "ISSUES", 0]);
  expect(run.qa?.last?.issues.map(({ problem }) => problem).join()).toMatch(
    /the checks found 1 of 2 faults in the changed lines, and 0.6 of them is asked for/,
  );
});
