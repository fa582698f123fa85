/** The bot has a job of the workflow try a plan, goes on with what that found, and does not wait for one that is lost. */
import { beforeEach, expect, it } from "vitest";
import { dispatchOf } from "#core/approval/dispatch.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { type DeskStage, deskStage, LABELLED, planned } from "../stage.ts";

let stage: DeskStage;

beforeEach(async () => {
  stage = await planned({ rehearses: "job" });
});

const ended = (id: string, conclusion = "success") => handleWorkerEnd({ id, title: `issue 7 ${digest()}`, conclusion }, stage.desk);
const digest = () => dispatchOf(stage.run())?.digest ?? "";
const found = (broken: readonly { readonly id: string; readonly why: string; readonly printed: string }[] = []) => {
  const { plan } = stage.run();
  if (plan === null) throw new Error("bug: there is a plan");
  const rehearsal = { setupMs: 1, tests: { green: true, names: 1, ms: 1 }, results: [] };
  return { kind: "rehearsed" as const, plan: { ...plan, rehearsal }, broken: [...broken], failed: null };
};

it("starts the workflow with the job that tries the plan, and asks nobody before it is over", async () => {
  expect(stage.github.runs).toMatchObject([{ id: "9001", job: "rehearse", digest: digest() }]);
  expect([stage.run().stage, stage.letters("plan")]).toEqual(["reviewing", []]);
  await stage.works(found());
  await ended("9001");
  expect([stage.run().stage, stage.letters("plan").length, stage.github.runs.length]).toEqual(["awaiting_approval", 1, 1]);
  await stage.says("grace", "/approve");
  expect(stage.github.runs.map(({ job }) => job)).toEqual(["rehearse", "run"]);
});

it("has a job that was lost replaced once, under another digest, and then says what to do", async () => {
  const before = digest();
  await ended("9001", "failure");
  expect(stage.github.runs.map(({ job }) => job)).toEqual(["rehearse", "rehearse"]);
  expect([stage.run().stage, digest() === before]).toEqual(["reviewing", false]);
  await ended("9002", "failure");
  expect([stage.run().stage, stage.run().ending]).toEqual(["failed", "worker_lost"]);
  expect(stage.letters("result")[0]).toContain("/loop resume");
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.github.runs.length, stage.kinds().includes("base_renewed")]).toEqual(["reviewing", 3, true]);
});

it("ends for a person who cancels the workflow run, and for one who stops the run, whose workflow run is cancelled", async () => {
  await ended("9001", "cancelled");
  expect([stage.run().stage, stage.run().ending]).toEqual(["failed", "worker_lost"]);
  stage = await planned({ rehearses: "job" });
  await stage.works({ kind: "settled", effect: "dispatch", receipt: "9001", why: "" });
  await stage.says("grace", "/stop");
  expect([stage.run().stage, stage.github.cancelled]).toEqual(["stopped", ["9001"]]);
});

it("fails where the workflow cannot be started, and tries again after `/loop resume`", async () => {
  stage = deskStage({ rehearses: "job" });
  stage.github.refuse("dispatch", { retryable: false });
  await stage.happens("grace", LABELLED);
  expect([stage.run().stage, stage.run().ending]).toEqual(["failed", "dispatch_failed"]);
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.github.runs.map(({ job }) => job)]).toEqual(["reviewing", ["rehearse"]]);
});

it("starts nothing while the kill switch is on", async () => {
  stage.github.frozen = "LOOPWRIGHT_FREEZE is set";
  await ended("9001", "failure");
  expect([stage.run().stage, stage.run().ending, stage.github.runs.length]).toEqual(["stopped", "frozen", 1]);
});
