/** The branch under a run that is driven: moved, gone, or not to be moved. */
import { expect, it } from "vitest";
import { steer } from "#core/commands/steer.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import type { Journal } from "#ports/journal.ts";
import { bench, script } from "../bench.ts";

it("ends when somebody moved the branch, says so, and pushes nothing after them; the evaluation is written down [LIFE-11]", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  made.store.branches.set("loop/split", "f".repeat(40));
  expect(await made.go()).toMatchObject({ stage: "stopped", stopReason: "taken_over" });
  const run = await made.run();
  expect(run.gaveUp?.message).toContain("somebody else moved the branch loop/split");
  expect(run.progress.evaluation?.passed).toBe(true);
});

it("pauses where the branch is gone; whoever resumes the run has it made anew at the last commit that was kept", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const unmoved = { reason: "branch_gone" as const, why: "the branch loop/split is gone" };
  const append: Journal["append"] = async (events, after) =>
    events.some(({ kind }) => kind === "iteration_kept") ? unmoved : made.journal.append(events, after);
  expect(await drive({ ...made.journal, append }, EVERYWHERE, made.kit)).toMatchObject({ stage: "paused", stopReason: "branch_gone" });
  const run = await made.run();
  expect([run.ending, run.progress.evaluation?.passed, run.progress.head.commit]).toEqual(["branch_gone", true, run.base.commit]);
  expect(steer(run, { word: "resume", by: "ana", text: "" })).toEqual({
    kind: "said",
    draft: { kind: "resumed", by: "ana", restores: { branch: "loop/split", commit: run.base.commit } },
  });
});

it("ends at once, with the words of the refusal, where the branch may not be moved", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const unmoved = { reason: "push_refused" as const, why: "GitHub answered 422: protected" };
  let sent = 0;
  const append: Journal["append"] = async (events, after) => {
    if (!events.some(({ kind }) => kind === "iteration_kept")) return made.journal.append(events, after);
    sent += 1;
    return unmoved;
  };
  expect(await drive({ ...made.journal, append }, EVERYWHERE, made.kit)).toMatchObject({ stage: "failed", stopReason: "push_refused" });
  expect([sent, (await made.run()).gaveUp?.message]).toEqual([1, unmoved.why]);
});
