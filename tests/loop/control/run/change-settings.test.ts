/** Other numbers for a plan that waits: shown again, told of in a comment, and started by nobody but a fresh approval. */
import { expect, it } from "vitest";
import { digestOf } from "#core/values/digest.ts";
import { approved, planned } from "../stage.ts";

it("shows the plan again with the changed number, says so in a comment, and starts nothing [S1.06, S1.07, M1.02, 6.9 #17, U.17]", async () => {
  const stage = await planned();
  const digest = stage.run().request?.digest ?? "";
  await stage.says("grace", "/approve max_iterations=6");
  const run = stage.run();
  expect([run.stage, run.plan?.limits.iterations, stage.github.runs]).toEqual(["awaiting_approval", 6, []]);
  expect(run.request?.digest).toBe(digestOf(run.plan));
  const [plan = ""] = stage.letters("plan");
  expect(plan).toContain("Asked again, because the plan's numbers were changed.");
  expect(plan).toContain("- Maximum of iterations: 6\n");
  expect(plan).toContain(run.request?.digest);
  expect(plan).not.toContain(digest);
  const [told = "", ...more] = stage.letters("again");
  expect([told.split("\n").filter((line) => line.startsWith("- ")), more]).toEqual([
    ["- Success criteria: 7 rules, thresholds A 0.8 and B 0.9, no fail rule red", "- Maximum of iterations: 6"],
    [],
  ]);
  await stage.says("grace", `/approve ${digest.slice(0, 32)}`);
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", expect.stringContaining("the plan has another digest")]);
  await stage.says("grace", "/approve");
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 1]);
});

it("tells of every change once, and of the same comment heard twice only once [S1.07]", async () => {
  const stage = await planned();
  await stage.says("grace", "/approve max_iterations=6");
  const before = [stage.kinds(), stage.github.comments.size];
  await stage.again();
  expect([stage.kinds(), stage.github.comments.size]).toEqual(before);
  await stage.says("grace", "/approve dollars=1 max_iterations=2");
  expect([stage.letters("again").length, stage.run().plan?.limits]).toEqual([2, expect.objectContaining({ iterations: 2, dollars: 1 })]);
});

it.each([
  { by: "grace", body: "/approve iterations=6", reply: "What /approve can set is max_iterations" },
  { by: "grace", body: "/approve max_iterations=0", reply: "max_iterations takes a whole number above 0" },
  { by: "grace", body: "/approve max_iterations=99", reply: "not changed: max_iterations can be at most 20 here" },
  { by: "grace", body: "/approve tokens=9000000", reply: "not changed: tokens can be at most 5000000 here" },
  { by: "tria", body: "/approve max_iterations=6", reply: "tria may not do this here (change needs more than triage)" },
  { by: "ray", body: "/approve max_iterations=6", reply: "" },
] as const)("changes nothing when $by says $body [S1.07, M1.02]", async ({ by, body, reply }) => {
  const stage = await planned();
  const before = stage.kinds();
  await stage.says(by, body);
  expect([stage.kinds(), stage.reply()]).toEqual([before, reply === "" ? "" : expect.stringContaining(reply)]);
});

it("changes no plan that somebody approved [S1.07]", async () => {
  const stage = await approved();
  await stage.says("grace", "/approve max_iterations=6");
  expect(stage.reply()).toContain("not changed: numbers can be changed while a plan waits for an approval: this run is running");
  expect(stage.run().plan?.limits.iterations).toBe(4);
});
