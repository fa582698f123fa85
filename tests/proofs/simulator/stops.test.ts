/** `/stop`, in short: at some points of a journey nothing comes after it, and what came would be told. */
import { expect, it } from "vitest";
import { stopPoints, stoppedAt, toldOf } from "./stops.ts";

it("lets nothing that counts follow a stop that is written down", async () => {
  const points = await stopPoints();
  expect(points.length).toBeGreaterThan(200);
  const stops = [];
  for (const at of points.filter((_, index) => index % 40 === 7)) stops.push(await stoppedAt(at));
  const { line, wrong } = toldOf(stops);
  expect(wrong).toEqual([]);
  expect(line).toContain("0 later ref updates");
  expect(stops.filter(({ took }) => took !== null).length).toBeGreaterThan(3);
});

it("tells of what came later, and of laws that were broken", () => {
  const later = ["61000 bot 0 POST /repos/acme/widget/actions/workflows/loopwright.yml/dispatches"];
  const { line, wrong } = toldOf([
    { at: 1, took: 500, later, broken: [] },
    { at: 2, took: null, later: [], broken: [] },
    { at: 3, took: 700, later: [], broken: ["STOP: the run ends as completed"] },
  ]);
  expect(line).toBe(
    "stops at 3 points, 1 later ref updates; written down at 2 after at most 700 milliseconds, the run was over at 1; points with a broken law: 2",
  );
  expect(wrong.map(({ at }) => at)).toEqual([1, 3]);
});
