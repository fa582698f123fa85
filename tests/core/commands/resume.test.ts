import { describe, expect, it } from "vitest";
import { obstacleToResume } from "#core/commands/resume.ts";
import { steer } from "#core/commands/steer.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../builders/journal.ts";

const stopped = j.settledRun(...j.BEGUN, j.STOP);
const VERIFIED: Run["qa"] = { rounds: 1, head: j.sha("c"), rejected: null, last: { verdict: "VERIFIED", issues: [] } };
/** A machine works on it, and has not seen yet that it is to end. */
const ENDING = { consumed: true, worker: "9001", stopRequest: { by: "ana", note: "" } };

it.each<{ run: Run; obstacle: string | null }>([
  { run: j.settledRun(...j.BEGUN), obstacle: null },
  { run: stopped, obstacle: null },
  { run: { ...stopped, approval: null }, obstacle: "this run ended before it was approved" },
  { run: { ...stopped, stage: "failed" }, obstacle: null },
  { run: { ...stopped, stage: "failed", revived: 1 }, obstacle: "failed again (user_stop)" },
  { run: { ...stopped, stage: "failed", revived: 1, ending: "worker_lost" }, obstacle: null },
  { run: { ...stopped, stage: "failed", revived: 1, ending: "unverified" }, obstacle: null },
  {
    run: { ...stopped, stage: "failed", revived: 1, errorState: { step: "PLAN", count: 2, message: "overloaded", retryable: true } },
    obstacle: "failed again (overloaded)",
  },
  { run: { ...stopped, stage: "completed" }, obstacle: "this run is completed" },
  { run: { ...stopped, stage: "blocked", ending: "audit_block" }, obstacle: "an audit blocked this run" },
  { run: { ...stopped, stage: "blocked", ending: "state_unreadable" }, obstacle: "its history could not be read" },
  { run: { ...stopped, stage: "paused" }, obstacle: null },
  { run: { ...stopped, stage: "publishing" }, obstacle: null },
  { run: { ...stopped, stage: "running", pausing: { by: "ana" } }, obstacle: "about to pause" },
  { run: { ...stopped, stage: "verifying", pausing: { by: "ana" } }, obstacle: "about to pause" },
  {
    run: { ...stopped, ...ENDING, stage: "running" },
    obstacle: "still ending it; say it again once it is stopped, as `loopwright resume split`",
  },
  { run: { ...stopped, ...ENDING, stage: "verifying" }, obstacle: "still ending it" },
  { run: { ...stopped, ...ENDING, stage: "publishing" }, obstacle: "still ending it" },
  { run: { ...stopped, ...ENDING, stage: "running", pausing: { by: "ana" } }, obstacle: "once it is stopped" },
  { run: { ...stopped, ...ENDING, stage: "running", worker: null }, obstacle: null },
  { run: { ...stopped, ...ENDING, stage: "running", claimed: false }, obstacle: null },
  { run: { ...stopped, ...ENDING, stage: "verifying", stopRequest: null, qa: VERIFIED }, obstacle: null },
  { run: { ...stopped, stage: "failed", approval: null }, obstacle: "before it was approved" },
  { run: { ...stopped, stage: "halted" }, obstacle: "the plan-critic halted this run" },
  { run: { ...stopped, stage: "needs_info" }, obstacle: "waits for answers" },
  { run: { ...stopped, stage: "awaiting_approval" }, obstacle: "waits for an approval: `loopwright approve --run split`" },
  { run: { ...stopped, stage: "awaiting_approval", issue: { ...stopped.issue, number: 7 } }, obstacle: "`/loop approve`" },
])("says $obstacle of a run that is $run.stage [S1.60, S2.06, S4.10, S4.12, C4.12, C2.14]", ({ run, obstacle }) => {
  const said = obstacleToResume(run);
  if (obstacle === null) expect(said).toBeNull();
  else expect(said).toContain(obstacle);
});

it.each([
  { ending: "worker_lost", revived: 0 },
  { ending: "unverified", revived: 0 },
  { ending: "push_refused", revived: 1 },
] as const)("counts that a run was resumed after $ending: $revived", ({ ending, revived }) => {
  const failed: Run = { ...stopped, stage: "failed", ending };
  const [resumed] = j.timed([j.RESUMED]);
  if (resumed === undefined) throw new Error("bug: nothing was timed");
  expect(evolve(failed, resumed)).toMatchObject({ stage: "running", revived });
});

it("lets a run that could not be set up go on once that is mended, while nothing is on its branch", () => {
  const halted: Run = { ...j.settledRun(...j.BEGUN), stage: "halted", ending: "setup_failed" };
  expect(obstacleToResume(halted)).toBeNull();
  expect(obstacleToResume({ ...halted, stage: "failed", revived: 3 })).toBeNull();
  const worked = { ...halted, progress: { ...halted.progress, head: { commit: "c".repeat(40), tree: "d".repeat(40) } } };
  expect(obstacleToResume(worked)).toContain("its rehearsal halted this run");
  expect(obstacleToResume({ ...halted, ending: "rehearsal_failed" })).toContain("has another plan made");
  expect(obstacleToResume({ ...halted, plan: null, stage: "failed", approval: null })).toContain("before it was approved");
});

describe("a run whose plan could not be tried", () => {
  const started = j.startedAt(7);
  if (started.kind !== "run_started") throw new Error("bug: it begins a run");
  const plan = j.HYDRATED.kind === "run_hydrated" ? j.HYDRATED.plan : j.PLAN;
  const halted = j.begun(
    j.timed([
      { ...started, rehearses: true },
      j.HYDRATED,
      { kind: "rehearsed", plan, broken: [], failed: "no make" },
      { kind: "halted", reason: "setup_failed" },
    ]),
  );
  const lost = j.begun(
    j.timed([
      { ...started, rehearses: "job" },
      j.HYDRATED,
      { kind: "gave_up", reason: "worker_lost", message: "gone" },
      { kind: "failed", reason: "worker_lost", key: null },
    ]),
  );

  it.each(["resume", "continue"] as const)("goes on over what is on the base branch now, or not at all: %s", (word) => {
    for (const run of [halted, lost])
      expect(steer(run, { word, by: "ana", text: "" })).toMatchObject({ kind: "refused", why: expect.stringContaining("resume") });
  });
});
