/** A poll begins the run that somebody asked for by a comment or an assignment whose webhook was lost. */
import { expect, it } from "vitest";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { type DeskStage, deskStage } from "../stage.ts";
import { APP } from "../world.ts";
import { GOES_ON, GRACE, look, MINUTE } from "./look.ts";

const BY_GRACE = { ...GRACE, type: "User" };
const RAY = { id: 44, login: "ray" };

/** An issue without the label; `assigned`: to us. */
function bare(assigned = false, files: Readonly<Record<string, string>> = {}): DeskStage {
  return deskStage({ files, issue: { labels: ["bug"], assignees: assigned ? [APP] : [] } });
}

it("begins the run of a `/loop` that no webhook brought, once, in the name of whoever said it", async () => {
  const stage = bare();
  const id = stage.github.write(GRACE, "/loop");
  await look(stage);
  expect([stage.run().stage, [...stage.github.labels]]).toEqual(["awaiting_approval", ["loop", "loop:awaiting-approval"]]);
  expect([stage.store().events?.[0], stage.github.reactions.has(`${id} rocket`)]).toMatchObject([{ startedBy: 42 }, true]);
  await look(stage);
  expect([stage.stores.size, stage.letters("plan").length]).toEqual([1, 1]);
});

it("begins the run of an assignment that no webhook brought, once, in the name of whoever made it", async () => {
  const stage = bare(true);
  stage.github.assignedBy = { by: BY_GRACE, at: stage.time.now, throughApp: false };
  await look(stage);
  await look(stage);
  expect([stage.stores.size, stage.run().stage, stage.store().events?.[0]]).toMatchObject([1, "awaiting_approval", { startedBy: 42 }]);
});

it.each([true, false])("begins a run whose desk died after it had set the label; by an assignment: %s", async (assigned) => {
  const stage = bare(assigned);
  stage.github.assignedBy = { by: BY_GRACE, at: stage.time.now, throughApp: false };
  if (!assigned) stage.github.write(GRACE, "/loop");
  stage.github.labels.add("loop");
  stage.github.setLabel = { by: { id: 900, login: APP, type: "Bot" }, at: stage.time.now, throughApp: true };
  await look(stage);
  expect([stage.stores.size, stage.run().stage]).toEqual([1, "awaiting_approval"]);
});

it("leaves to its webhook what was asked for a moment ago", async () => {
  const stage = bare(true);
  stage.github.write(GRACE, "/loop");
  stage.github.assignedBy = { by: BY_GRACE, at: stage.time.now, throughApp: false };
  stage.time.now += MINUTE - 1;
  await reconcile(stage.desk, GOES_ON);
  expect(stage.stores.size).toBe(0);
});

it("begins nothing for strangers, and hears a maintainer over forty of them", async () => {
  const stage = bare();
  for (let nth = 0; nth < 40; nth += 1) stage.github.write(RAY, "/loop");
  await look(stage);
  expect([stage.stores.size, stage.reply()]).toEqual([0, ""]);
  stage.github.write(GRACE, "/loop");
  await look(stage);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it.each(["/loop status", "/loop please", "Please /loop.", "/approve"])(
  "asks no more than it must for an issue where only %s was said",
  async (body) => {
    const stage = bare();
    stage.github.write(GRACE, body);
    await look(stage);
    expect([stage.stores.size, stage.github.asked]).toEqual([0, ["issue", "seen"]]);
  },
);

it("begins nothing where the configuration is wrong, and asks for an issue alone where nobody asked for anything", async () => {
  const wrong = bare(true, { ".github/loopwright.yml": "lable: loop\n" });
  await look(wrong);
  const calm = deskStage({ issue: { labels: ["bug"], assignees: ["wim"] } });
  await look(calm);
  expect([wrong.stores.size, wrong.github.asked, calm.github.asked]).toEqual([0, [], ["issue"]]);
});
