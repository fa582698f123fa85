/** A person steers a run at the command line: another process that is at work follows, and a run that rests goes on. */
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { afterEach, expect, it } from "vitest";
import { draft, MENDED, slowWorker, story, writes } from "../script.ts";
import { ALIAS, aStage, leftIn, type Stage, untouched } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

it("pauses the process at work, and does otherwise with the words that it is redirected with [S4.30, S2.08, M4.03]", async () => {
  const coordinator = [{ reply: { json: { change: "plan_change", why: "Another way." } } }];
  stage = await aStage({ script: story({ ...slowWorker(60_000), coordinator }) });
  const before = untouched(stage.repository);
  const program = stage.start(["new", stage.issue, "--yes"]);
  await program.said("Iteration 1:");
  while (!stage.model.requests.some(({ role }) => role === "worker")) await sleep(20);
  expect(await stage.run("pause")).toMatchObject({
    code: 0,
    out: `Asked process ${program.child.pid}, which is at work on ${ALIAS}, to pause.\n`,
  });
  const paused = await program.ended;
  expect([paused.code, paused.out.split("\n")[0]]).toEqual([0, "Paused, because somebody asked for a pause"]);
  expect(paused.out).toContain("next     go on with loopwright continue");

  const redirected = await stage.run("redirect", "Keep", "the", "name.", "--expect", "threshold_reached");
  expect(redirected.code, redirected.err).toBe(0);
  expect(redirected.err).toContain("It is a plan change: Another way.");
  expect(stage.journal().find(({ event }) => event === "redirect_requested")?.payload).toMatchObject({ text: "Keep the name." });
  expect([leftIn(stage.temp), untouched(stage.repository)]).toEqual([[], before]);
});

it("goes on with the defaults of its questions, and shows the plan that comes of them [S1.08, X.05]", async () => {
  const question = { question: "Which fields?", default: "All of them." };
  stage = await aStage({
    script: story({ hydrator: [{ reply: { json: draft({ questions: [question] }) } }, { reply: { json: draft() } }] }),
  });
  const asked = await stage.run("new", stage.issue, "--yes", "--expect", "questions");
  expect(asked.code, asked.err).toBe(0);
  expect(asked.out).toContain("- Which fields? (default: All of them.)");
  expect(asked.out).toContain(`loopwright approve --run ${ALIAS}`);
  expect(await stage.run("resume", ALIAS)).toMatchObject({ code: 2, err: expect.stringContaining("this run waits for answers") });
  const planned = await stage.run("approve", "--run", ALIAS);
  expect(planned.code, planned.err).toBe(0);
  expect(planned.out).toContain("loopwright approve ");
  expect(stage.journal().map(({ event }) => event)).toContain("defaults_taken");
});

it("goes on with work that was shown, on its branch, and not with a branch that somebody moved [S2.08, M2.01]", async () => {
  const coordinator = [{ reply: { json: { change: "result_change", why: "A comment is wanted." } } }];
  const worker = [...writes(MENDED), ...writes(`// Keeps empty fields.\n${MENDED}`)];
  stage = await aStage({ script: story({ worker, coordinator }) });
  const shown = await stage.run("new", stage.issue, "--yes", "--expect", "threshold_reached");
  expect(shown.code, shown.err).toBe(0);
  expect(shown.out).toContain(`loopwright redirect "<text>" --run ${ALIAS}`);
  const again = await stage.run("redirect", "Say", "what", "it", "does.", "--run", ALIAS, "--expect", "threshold_reached");
  expect(again.code, again.err).toBe(0);
  const kept = stage.journal().filter(({ event }) => event === "iteration_kept");
  const published = stage.journal().filter(({ event }) => event === "published");
  expect(published.map(({ payload }) => payload["head"])).toEqual([expect.any(String), kept.at(-1)?.payload["commit"]]);
  await execa("git", ["-C", stage.repository.folder, "branch", "--force", `loop/${ALIAS}`, "HEAD"]);
  expect(await stage.run("redirect", "More.", "--run", ALIAS)).toMatchObject({
    code: 2,
    err: expect.stringContaining("take it back there"),
  });
});
