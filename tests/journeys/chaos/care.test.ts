/** Chaos heals what an installation heals by itself and what the issue asks people for; what stands still without a word is a fault. */
import { expect, it } from "vitest";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { keptEvents } from "../stories/kept-journals.ts";
import { careFor, type Sight } from "./care.ts";

/** The run as it was right after the first event of this kind. */
async function runAt(story: string, kind: string): Promise<Run> {
  const events = await keptEvents(story);
  const at = events.findIndex((event) => event.kind === kind);
  const run = replay(events.slice(0, at + 1));
  if (run === null) throw new Error(`the journal of ${story} does not get to ${kind}`);
  return run;
}

const links = { compare: null };
const MINUTES = 120_000;

/** What is seen of a run that has just come to stand still. */
function sightOf(run: Run | null, label: string, ...comments: readonly string[]): Sight {
  return { run, labels: ["loop", label], comments, still: 3_000, isAnswered: false, isLookedAt: false };
}

/** What is done, one thing after the other, where nothing changes whatever is done. */
function cared(sight: Sight): readonly string[] {
  const now = careFor({ ...sight, still: MINUTES });
  if (now.kind === "over") return now.faults;
  const then = now.kind === "say" ? { ...sight, isAnswered: true } : { ...sight, isLookedAt: true };
  return [now.kind === "say" ? now.words : now.kind, ...cared(then)];
}

it.each(["approved", "consumed", "evaluation_done", "loop_passed", "publish_requested"])(
  "finds a fault where the journal stands still after %s and the issue says nothing, after a look and without a word of anybody's",
  async (kind) => {
    const run = await runAt("pause-resume", kind);
    const sight = sightOf(run, "loop:running", planComment(run), statusComment(run, links));
    expect(careFor(sight)).toEqual({ kind: "wait" });
    expect(cared(sight)).toEqual(["look", `stands still at ${run.stage}, and says nothing`]);
  },
);

it("finds a fault where a label begins nothing", () => {
  expect(cared(sightOf(null, "loop"))).toEqual(["look", "stands still at no run, and says nothing"]);
});

it("says at once what the issue asks for, once, and finds a fault where nothing comes of it", async () => {
  const run = await runAt("worker-lost", "failed");
  const sight = sightOf(run, "loop:failed", planComment(run), resultComment(run, links));
  expect(careFor(sight)).toEqual({ kind: "say", words: "/loop resume" });
  expect(cared(sight)).toEqual([
    "/loop resume",
    "look",
    expect.stringMatching(/^stands still at failed, and nothing comes of what it says: /),
  ]);
  const paused = await runAt("pause-resume", "paused");
  expect(careFor(sightOf(paused, "loop:paused", statusComment(paused, links)))).toEqual({ kind: "say", words: "/loop continue" });
});

it("approves a plan that is shown, and no other", async () => {
  const run = await runAt("pause-resume", "approval_requested");
  expect(careFor(sightOf(run, "loop:awaiting-approval", planComment(run)))).toEqual({ kind: "say", words: "/approve" });
  const fault = "stands still at awaiting_approval, and says nothing";
  expect(cared(sightOf(run, "loop:awaiting-approval", "Another plan."))).toEqual(["look", fault]);
});

it("takes no word from an issue that shows another stage, or only a label", async () => {
  const [failed, atWork] = [await runAt("worker-lost", "failed"), await runAt("worker-lost", "worker_replaced")];
  const fault = "stands still at failed, and says nothing";
  expect(cared(sightOf(failed, "loop:running", resultComment(failed, links)))).toEqual(["look", fault]);
  expect(cared(sightOf(failed, "loop:failed", planComment(failed), statusComment(atWork, links)))).toEqual([
    "look",
    expect.stringContaining("stands still at failed"),
  ]);
  // What was asked for before is over.
  expect(cared(sightOf(atWork, "loop:failed", resultComment(failed, links)))).toEqual([
    "look",
    "stands still at running, and says nothing",
  ]);
});

it("is over where the issue says that it is completed, and not before", async () => {
  const run = await runAt("pause-resume", "completed");
  expect(careFor(sightOf(run, "loop:completed"))).toEqual({ kind: "over", faults: [] });
  expect(cared(sightOf(run, "loop:running"))).toEqual(["look", "stands still at completed, and says nothing"]);
});

it("gives the bot's look its time: a minute before it, half a minute after it", async () => {
  const sight = sightOf(await runAt("pause-resume", "consumed"), "loop:running");
  expect(careFor({ ...sight, still: 64_000 }).kind).toBe("wait");
  expect(careFor({ ...sight, still: 65_000 }).kind).toBe("look");
  expect(careFor({ ...sight, still: 29_000, isLookedAt: true }).kind).toBe("wait");
  expect(careFor({ ...sight, still: 30_000, isLookedAt: true }).kind).toBe("over");
});
