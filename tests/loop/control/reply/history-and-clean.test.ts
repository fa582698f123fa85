/** `/history` and `/clean` on an issue. */
import { expect, it } from "vitest";
import * as j from "../../../builders/journal.ts";
import { atWork, deskStage, planned } from "../stage.ts";

it("tells every event of the active run, folded, to whoever may triage, and a stranger nothing [S1.01, M1.01]", async () => {
  const stage = await planned();
  await stage.says("tria", "/history");
  expect(stage.reply()).toContain("<summary>Time, iteration, level, step and event</summary>");
  expect(stage.reply()).toMatch(/<code>2026-01-02T10:01:01.000Z 1\/A HYDRATE<\/code> <code>run&#x5f;hydrated<\/code> Plan: tdd/);
  expect(stage.kinds().filter((kind) => kind === "run_hydrated")).toHaveLength(1);
  const { size } = stage.github.comments;
  await stage.says("ray", "/loop history");
  expect(stage.github.comments.size - size).toBe(1);
});

it("tells of the last run where none is active, and of as much as can be read [S1.01, M1.01]", async () => {
  const stage = await planned();
  await stage.says("grace", "/stop");
  await stage.says("grace", "/loop history");
  expect(stage.reply()).toContain("Stopped, because somebody asked for it");
  stage.store().unreadable = "line 9: not JSON";
  await stage.says("grace", "/loop history");
  expect(stage.reply()).toContain("line 9: not JSON");
});

it.each(["/loop history", "/loop clean"])("says to %s on an issue without a run that there never was one [M1.01]", async (body) => {
  const stage = deskStage();
  await stage.says("grace", body);
  expect(stage.reply()).toBe("this issue never had a run; `/loop` begins one");
});

it("shows what would go, and removes it when the run is named; heard twice, it removes no other run [S1.05, M1.01]", async () => {
  const stage = await atWork();
  const tree = j.sha("1");
  await stage.works({ kind: "setup_done", ok: true, details: "", ms: 1 }, j.BASE_SCORED, j.PLANNED, ...j.made(tree), j.PREPARED);
  await stage.works(j.evaluated(tree, "A", ["a.correctness.logic"]), j.kept(j.sha("c")), j.STOP);
  const { runId } = stage.run();
  const branch = "loop/7-split-drops-empty-fields";
  stage.branches.push(branch);
  await stage.says("grace", "/loop clean");
  expect(stage.reply()).toContain("Nothing is removed yet.");
  expect(stage.reply()).toContain(`<code>${branch}</code> at <code>${j.sha("c")}</code>`);
  expect(stage.reply()).toContain(`/loop clean confirm ${runId}`);
  expect(stage.removed).toEqual([]);
  await stage.says("grace", `/loop clean confirm ${runId}`);
  expect([stage.removed, [...stage.github.labels]]).toEqual([[[runId, branch]], []]);
  await stage.again();
  expect(stage.removed).toHaveLength(1);
});

it.each([
  { by: "grace", body: "/loop clean", reply: "is awaiting_approval: stop it first" },
  { by: "grace", body: "/loop clean confirm split-20260101-000000", reply: "is awaiting_approval: stop it first" },
  { by: "grace", body: "/loop clean everything", reply: "must be confirm and the id of the run" },
  { by: "tria", body: "/loop clean", reply: "tria may not do this here (clean needs more than triage)" },
] as const)("removes nothing of a run that is not over when $by says $body [S1.05, C1.17]", async ({ by, body, reply }) => {
  const stage = await planned();
  await stage.says(by, body);
  expect([stage.reply(), stage.removed]).toEqual([expect.stringContaining(reply), []]);
});

it("removes no run but the last, and says what stays [S1.05]", async () => {
  const stage = await planned();
  await stage.says("grace", "/stop");
  await stage.says("grace", "/loop clean confirm other-20260101-000000");
  expect([stage.reply(), stage.removed]).toEqual([expect.stringContaining(`the last run of this issue is ${stage.run().runId}`), []]);
});
