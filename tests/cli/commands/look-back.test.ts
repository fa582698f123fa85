/** A plan whose numbers are changed, and a run that is listed, told and cleaned away; one after the other on one repository. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALIAS, aStage, type Stage, whole } from "../stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
});
afterAll(() => stage.close());

it("changes a number of the plan, shows it again and starts nothing, without a key [S1.06, S1.07, M1.02, 6.9 #17]", async () => {
  const { code, out, err } = await stage.runWith({ env: { ANTHROPIC_API_KEY: undefined } }, "approve", "max_iterations=6");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("Maximum of iterations: 6");
  expect(out).toContain("because the plan's numbers were changed");
  expect(stage.journal().slice(-2)).toMatchObject([
    { event: "plan_changed", payload: { settings: { max_iterations: 6 } } },
    { event: "approval_requested", payload: { reason: "plan_changed" } },
  ]);
  expect(await stage.run("approve", "max_iterations=99")).toMatchObject({ code: 2, err: expect.stringContaining("at most 20 here") });
});

it("lists its runs [S1.04]", async () => {
  const { code, out } = await stage.run("list");
  expect([code, out.split("\n")[0]?.trim().split(/ {2,}/)]).toEqual([0, ["alias", "status", "iteration", "last score", "updated at"]]);
  expect(out).toMatch(new RegExp(`${ALIAS} +awaiting_approval +1 +- +20`));
});

it("removes nothing of a run that waits, alone or among all [S1.05, C1.17]", async () => {
  const before = whole(stage.repository);
  expect(await stage.run("clean", ALIAS, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is awaiting_approval: stop it first"),
  });
  const { code, out, err } = await stage.run("clean", "--all", "--yes");
  expect({ code, out }).toEqual({ code: 0, out: "There is nothing to remove.\n" });
  expect(err).toContain(`left out: the run ${ALIAS} is awaiting_approval`);
  expect([whole(stage.repository), existsSync(stage.file("history.jsonl"))]).toEqual([before, true]);
});

it("tells the history of a run that is over, shows what it left, and removes it when it is told to [S1.01, S1.05]", async () => {
  await stage.run("stop", "enough");
  const { out: told } = await stage.run("history", ALIAS);
  expect(told).toMatch(/1 +A +HYDRATE +run_hydrated +ok/);
  expect(told).toMatch(/stopped +ok +Stopped, because/);
  const { out: offered } = await stage.run("clean", ALIAS);
  expect(offered).toContain(`${ALIAS} (stopped): the folder`);
  expect(offered).toContain("To remove it, say the same with --yes.");
  expect(existsSync(stage.file("history.jsonl"))).toBe(true);
  expect(await stage.run("clean", "--all", "--yes")).toMatchObject({ code: 0, out: `${ALIAS}: removed\n` });
  expect(existsSync(stage.file("history.jsonl"))).toBe(false);
  expect((await stage.run("list")).out).toContain("There is no run here");
});
