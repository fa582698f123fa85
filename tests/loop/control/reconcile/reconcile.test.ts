/** The desk looks for what no webhook told, and brings the run from what GitHub shows to what its journal says (WH-18, LIFE-01 to LIFE-05). */
import { expect, it } from "vitest";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { Failure } from "#ports/failure.ts";
import { approved, atWork, type DeskStage, deskStage, planned } from "../stage.ts";
import { GOES_ON, GRACE, labelled, look, MINUTE } from "./look.ts";

it("writes down what is there and has no receipt yet; then it changes nothing where nothing was missed, and asks GitHub for little", async () => {
  const stage = await labelled(planned);
  expect(stage.run().effects.plan?.settled).toBe(null);
  await look(stage);
  expect(stage.run().effects.plan?.settled?.receipt).toMatch(/^5/);
  const before = [stage.kinds(), [...stage.github.comments.values()], stage.github.asked.length] as const;
  await look(stage);
  await look(stage);
  expect([stage.kinds(), [...stage.github.comments.values()]]).toEqual([before[0], before[1]]);
  expect(stage.github.asked.slice(before[2])).toEqual(["issue", "seen", "issue", "issue", "seen", "issue"]);
});

it("hears an approval that no webhook brought, in the name of whoever said it", async () => {
  const stage = await labelled(planned);
  const id = stage.github.write(GRACE, "/approve");
  await look(stage);
  expect([stage.run().stage, stage.run().approval?.comment, stage.github.runs.length]).toEqual(["running", id, 1]);
  expect(stage.github.reactions.has(`${id} rocket`)).toBe(true);
  const before = stage.kinds();
  await look(stage);
  expect(stage.kinds()).toEqual(before);
});

it("leaves what was said a moment ago to its webhook", async () => {
  const stage = await labelled(planned);
  stage.github.write(GRACE, "/approve");
  stage.time.now += MINUTE - 1;
  await reconcile(stage.desk, GOES_ON);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it("stops a worker whose /stop no webhook brought", async () => {
  const stage = await labelled(atWork);
  stage.github.write(GRACE, "/stop");
  await look(stage);
  expect([stage.run().stopRequest?.by, stage.github.cancelled]).toEqual(["grace", ["9001"]]);
});

it("grants nothing to whoever may not", async () => {
  const stage = await labelled(planned);
  const id = stage.github.write({ id: 44, login: "ray" }, "/approve");
  await look(stage);
  expect([stage.run().stage, stage.github.reactions.has(`${id} -1`)]).toEqual(["awaiting_approval", true]);
});

it.each<{ when: string; happens: (stage: DeskStage) => void; says: string }>([
  {
    when: "the issue was closed",
    happens: ({ github }) => {
      github.now = { ...github.now, open: false };
    },
    says: "the issue was closed",
  },
  {
    when: "its label was taken away",
    happens: ({ github }) => {
      github.labels.delete("loop");
      github.now = { ...github.now, labels: [] };
    },
    says: "the label was taken away",
  },
  {
    when: "the issue is gone",
    happens: ({ github }) => github.refuse("issue", { retryable: false }),
    says: "issue was refused; try again later",
  },
])("ends a run when $when and no webhook told it, and its workflow run with it", async ({ happens, says }) => {
  const stage = await labelled(atWork);
  happens(stage);
  await look(stage);
  expect(stage.run().stopRequest).toEqual({ by: "somebody", note: says });
  expect(stage.github.cancelled).toEqual(["9001"]);
  const waiting = await labelled(planned);
  happens(waiting);
  await look(waiting);
  expect([waiting.run().stage, waiting.letters("result").length]).toEqual(["stopped", 1]);
});

it("ends nothing while GitHub is out of order", async () => {
  const stage = await labelled(planned);
  stage.github.refuse("issue", { retryable: true });
  await expect(look(stage)).rejects.toThrow(Failure);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it("draws nothing for a run that a worker draws", async () => {
  const stage = await labelled(atWork);
  stage.github.labels.delete("loop:running");
  const before = stage.kinds();
  await look(stage);
  expect([stage.kinds(), [...stage.github.labels]]).toEqual([before, ["loop"]]);
});

it("begins the run of a label that no webhook brought, in the name of whoever set it", async () => {
  const stage = deskStage();
  stage.github.labels.add("loop");
  stage.github.setLabel = { by: { ...GRACE, type: "User" }, at: stage.time.now, throughApp: false };
  await look(stage);
  expect([stage.run().stage, stage.letters("plan").length]).toEqual(["awaiting_approval", 1]);
});

it.each([
  { when: "it was heard before", set: 42, sign: true },
  { when: "a stranger set it", set: 44, sign: false },
])("begins no run for a label when $when", async ({ set, sign }) => {
  const stage = deskStage();
  stage.github.labels.add("loop");
  stage.github.setLabel = { by: { id: set, login: set === 42 ? "grace" : "ray", type: "User" }, at: stage.time.now, throughApp: false };
  if (sign) await stage.github.react({ kind: "issue" }, "confused");
  await look(stage);
  expect(stage.stores.size).toBe(0);
});

it("carries on what a desk began and left, and takes over what a worker left", async () => {
  const stage = await labelled(approved);
  await look(stage, async ({ id }) => ({ id: id ?? "9001", title: "", conclusion: "failure" }));
  expect([stage.run().stage, stage.run().replaced]).toEqual(["running", 0]);
  const worked = await labelled(atWork);
  await look(worked, async ({ id }) => ({ id: id ?? "", title: "", conclusion: "failure" }));
  expect([worked.run().stage, worked.run().replaced, worked.github.runs.length]).toEqual(["running", 1, 2]);
});

it("leaves a run alone whose history cannot be read", async () => {
  const stage = await labelled(planned);
  stage.store().unreadable = "line 9: not JSON";
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before)).toEqual([]);
});
