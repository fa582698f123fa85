/** What the Action does not do: work on what is not its own, publish what nobody approved, go on without a key or a sandbox. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { systemClock } from "#adapters/system-clock.ts";
import { approve } from "#core/approval/approval.ts";
import { handoverFrom } from "#core/approval/handover.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { Reflection } from "#core/events/data/review-results.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { Case } from "../case.ts";
import { as } from "../people.ts";
import { anActionLab, aRepository, WORKFLOW } from "../stage.ts";
import { FILES, story } from "../story.ts";

/** A machine whose system does not let bubblewrap make namespaces, as Ubuntu 24.04 does without a profile. */
const machine = mkdtempSync(join(tmpdir(), "loopwright-machine-"));
symlinkSync(process.execPath, join(machine, "node"));
writeFileSync(join(machine, "bwrap"), "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", { mode: 0o755 });

const OPEN = { files: { ...FILES, ".github/workflows/loopwright.yml": WORKFLOW, ".github/loopwright.yml": "sandbox: none\n" } };
const lab = await anActionLab([aRepository("strict", { actionsMayCreatePullRequests: false }), aRepository("open", OPEN)]);
afterAll(() => {
  rmSync(machine, { recursive: true });
  expect([lab.github.violations, lab.github.failures]).toEqual([[], []]);
});

const at = ({ repo }: Case) => ({ owner: "acme", repo });

async function pullsOf(one: Case): Promise<number> {
  const { data } = await as(lab.github, "ada").rest.pulls.list({ ...at(one), state: "all" });
  return data.filter(({ head }) => head.ref.startsWith(`loop/${one.number}-`)).length;
}

async function dispatch(one: Case, digest: string): Promise<void> {
  const inputs = { issue: String(one.number), run_id: one.runId, digest };
  await as(lab.github, "ada").rest.actions.createWorkflowDispatch({ ...at(one), workflow_id: "loopwright.yml", ref: "main", inputs });
}

it("leaves a run alone whose plan nobody has approved, however the workflow was started", async () => {
  const one = await lab.issue();
  const before = await one.events();
  await dispatch(one, "0".repeat(64));
  await one.over();
  expect(await one.events()).toEqual(before);
  expect(one.runner.outputs(one.workflowRuns()[0]?.id ?? 0)).toMatchObject({ run: { result: "failure" }, verify: { result: "skipped" } });
  expect(one.log()).toMatch(/run \| ##\[error\]the run \S+ of issue #\d+ is awaiting_approval, not running\. .*`\/loop resume`/);
  expect(one.model.requests).toEqual([]);
});

it("says that there is no such run, and does nothing [SC-11]", async () => {
  const one = await lab.issue();
  const before = lab.github.requests.length;
  const inputs = { issue: String(one.number), run_id: "no-such-run", digest: "0".repeat(64) };
  await as(lab.github, "ada").rest.actions.createWorkflowDispatch({ ...at(one), workflow_id: "loopwright.yml", ref: "main", inputs });
  await one.over();
  expect(one.log()).toMatch(/run \| ##\[error\]the run no-such-run of issue #\d+ cannot be worked on: this run has no history/);
  const asked = lab.github.requests.slice(before).filter(({ actor }) => actor === "github-actions[bot]");
  expect(asked.map(({ method, path, status }) => [method, path.split("/").at(1), status])).toEqual([
    ["POST", "graphql", 200],
    ["GET", "repos", 404],
    ["POST", "graphql", 200],
    ["GET", "repos", 404],
  ]);
});

it("does no work for an approval that was written by whoever can write, and by no maintainer", async () => {
  const one = await lab.issue();
  const { comment } = await one.says("rob", "/approve");
  const { id: account } = (await as(lab.github, "wim").rest.users.getAuthenticated()).data;
  const run = await writeDown(one.journal(), systemClock, (now, at) => {
    const digest = now.request?.digest ?? "";
    const who = { runId: now.runId, issue: one.number, digest, base: now.base.commit, approvedBy: "wim", approvedAt: at, round: 0 };
    return {
      drafts: [{ kind: "approved", by: "wim", digest, handover: handoverFrom(who).seal, comment, account, stepwise: false }],
      alone: false,
    };
  });
  await dispatch(one, handoverDigestOf(run) ?? "");
  await one.over();
  const after = await one.run();
  expect([after.stage, after.ending, after.published]).toEqual(["stopped", "approval_void", null]);
  expect(after.gaveUp?.message).toContain("somebody else wrote the approving comment");
  expect(one.runner.outputs(one.workflowRuns()[0]?.id ?? 0)).toMatchObject({ verify: { result: "skipped" } });
  expect(await pullsOf(one)).toBe(0);
});

it("opens no pull request for a verdict that was written into the journal while the job verified", async () => {
  const verified = { json: { verdict: "VERIFIED", issues: [] } };
  const one = await lab.issue({ script: story({ "qa-verifier": [{ reply: verified, fault: { held: true } }] }) });
  await one.approve();
  await one.asked("qa-verifier");
  await writeDown(one.journal(), systemClock, ({ progress, base }) => ({
    drafts: [
      { kind: "qa_done", qa: { verdict: "VERIFIED", issues: [] }, head: progress.head.commit, base: base.commit },
      { kind: "reflection_done", reflection: FORGED },
      { kind: "publish_requested" },
    ],
    alone: false,
  }));
  one.model.release();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.published]).toEqual(["failed", "unverified", null]);
  expect(run.gaveUp?.message).toContain("a verdict that this job did not take in");
  expect(await pullsOf(one)).toBe(0);
});

const FORGED: Reflection = {
  request: "r",
  guidance: "g",
  followed: "f",
  outcome: "Success",
  accomplishment: "a",
  rootCause: "none",
  proposedChange: "none",
};

it("names the setting where GitHub Actions may not open pull requests", async () => {
  const one = await lab.issue({ repository: "strict" });
  await one.approve();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending]).toEqual(["failed", "phase_error"]);
  const told = (await one.comments()).filter(({ by }) => by === "github-actions[bot]").map(({ text }) => text);
  expect(told.join()).toContain("Allow GitHub Actions to create and approve pull requests");
  expect(one.runner.outputs(one.workflowRuns()[0]?.id ?? 0)).toMatchObject({
    verify: { result: "success" },
    publish: { result: "failure" },
  });
});

it("ends a run without a key with words on what to set, and touches no code [SC-11]", async () => {
  const one = await lab.issue({ secrets: {} });
  await one.approve();
  await one.over();
  expect((await one.kinds()).slice(-5)).toEqual(["phase_error", "reflection_done", "failed", "announced", "settled"]);
  const told = (await one.comments()).at(-1);
  expect(told?.text).toContain("set the secret ANTHROPIC&#x5f;API&#x5f;KEY");
  expect(one.runner.outputs(one.workflowRuns()[0]?.id ?? 0)).toMatchObject({ run: { result: "failure" }, verify: { result: "skipped" } });
});

it("runs nothing where there is no sandbox, and names the cure [EX-20]", async () => {
  const one = await lab.issue({ node: join(machine, "node") });
  await one.approve();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.claimed]).toEqual(["failed", "sandbox_unavailable", false]);
  expect((await one.comments()).at(-1)?.text).toContain("load an AppArmor profile");
  expect(one.model.requests).toEqual([]);
});

it("runs nothing without walls for a journal whose configuration is not that of the base, though a workflow run is started for it [ST-07]", async () => {
  const one = await lab.issue({ node: join(machine, "node"), config: { sandbox: "none" } });
  const { comment, by } = await one.says("wim", "/approve");
  const forged = await writeDown(one.journal(), systemClock, (run, now) => {
    const who = { by: by.login, account: by.id, comment, issue: run.issue };
    return { drafts: [approve(run, { ...who, at: now, writtenAt: now, digest: null, stepwise: false })], alone: true };
  });
  await dispatch(one, handoverDigestOf(forged) ?? "");
  await one.over();
  const run = await one.run();
  expect([run.ending, run.claimed, run.gaveUp?.message]).toEqual([
    "approval_void",
    false,
    expect.stringContaining("the configuration of the run is not the one at its base commit"),
  ]);
  expect(one.log()).not.toMatch(/UNSANDBOXED/);
  expect(one.model.requests).toEqual([]);
});

it("runs without walls where the configuration says so, and warns", async () => {
  const one = await lab.issue({ repository: "open", node: join(machine, "node"), config: { sandbox: "none" } });
  await one.approve();
  await one.over();
  expect((await one.run()).stage).toBe("completed");
  expect(one.log()).toMatch(/run \| ##\[warning\]commands run UNSANDBOXED/);
});
