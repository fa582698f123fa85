/** A runner ends a job in the midst of its work, and says nothing of why: a person cancelled it, or the machine is taken away. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { CheckDraft } from "#core/rules/check-draft.ts";
import { workersBelow } from "../../journeys/chaos/victims.ts";
import type { Case } from "../case.ts";
import { as } from "../people.ts";
import { anActionLab } from "../stage.ts";
import { MENDED, story, writes } from "../story.ts";

const lab = await anActionLab();
afterAll(() => expect([lab.github.violations, lab.github.failures]).toEqual([[], []]));

const at = ({ repo }: Case) => ({ owner: "acme", repo });

/** A run whose first check goes on for long, and the workflow run that works on it. */
async function inItsCheck(): Promise<{ readonly one: Case; readonly id: number }> {
  const slow = "! grep -q filter src/split.js && grep -q slow src/split.js && sleep 20; ! grep -q filter src/split.js";
  const check = CheckDraft.parse({ kind: "command", text: slow });
  const one = await lab.issue({
    rules: [{ id: "a.correctness.logic", description: "Empty fields are kept", severity: "fail", check }],
    script: story({ worker: [...writes(`${MENDED}// slow\n`), ...writes(MENDED)] }),
  });
  const id = await one.approve();
  await one.asked("preparer");
  await one.asked("worker", 2);
  await sleep(500);
  return { one, id };
}

it("ends the run of a workflow that a person cancels, and goes on from what everybody can see when it is resumed [CR-06]", async () => {
  const { one, id } = await inItsCheck();
  await as(lab.github, "ada").rest.actions.cancelWorkflowRun({ ...at(one), run_id: id });
  await one.over();
  const message = `the workflow run ${id} ended (run: cancelled, verify: skipped) and left the run behind; \`/loop resume\` takes it up again`;
  expect(await one.run()).toMatchObject({ stage: "failed", ending: "worker_lost", gaveUp: { message } });
  await one.resume();
  await one.over(2);
  const run = await one.run();
  expect([run.stage, run.takenUp, one.model.problems, one.model.left()]).toEqual(["completed", 2, [], []]);
});

it("has another machine go on by itself where the one that works is told to end [CR-05]", async () => {
  const { one } = await inItsCheck();
  const [worker] = workersBelow(lab.machines);
  process.kill(worker?.pid ?? 0, "SIGTERM");
  await one.over(2);
  const run = await one.run();
  expect([run.stage, run.takenUp, run.stopRequest, one.model.problems, one.model.left()]).toEqual(["completed", 2, null, [], []]);
  expect(one.workflowRuns().map(({ conclusion }) => conclusion)).toEqual(["failure", "success"]);
  const events = await one.events();
  expect(events.filter((event) => event.kind === "step_interrupted")).toMatchObject([{ step: "EVALUATE", putDown: true }]);
  expect(events.filter(({ kind }) => kind === "worker_replaced")).toHaveLength(1);
  expect((await one.comments()).map(({ text }) => text).join("\n")).not.toMatch(/Stopped/);
});
