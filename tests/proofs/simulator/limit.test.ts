/** A job dies at the limit that the workflow file gives it, and hands its run on before. */
import { expect, it } from "vitest";
import { MINUTE } from "#core/values/time.ts";
import { played } from "./play.ts";
import { LIMITS } from "./stations.ts";

const long = (job: "run" | "verify", ms: number) => played({ seed: 1, issues: 1, blows: [{ kind: "job_long", job, nth: 0, ms }] });

it("takes the limits from the workflow that people copy", () => {
  expect(LIMITS).toEqual({ run: 180 * MINUTE, verify: 60 * MINUTE, publish: 15 * MINUTE });
});

it.each([
  { name: "with a quarter of an hour left", ms: LIMITS.run - 14 * MINUTE },
  { name: "that would go on beyond its limit", ms: LIMITS.run + MINUTE },
])("hands the run on after a setup $name, and the work is done", async ({ ms }) => {
  const { broken, fallen, lines } = await long("run", ms);
  expect(broken).toEqual([]);
  expect(fallen.get("job_long")).toBe(1);
  expect(lines.some((line) => /wrote .*"worker_replaced".*has no time left/.test(line))).toBe(true);
  expect(lines.some((line) => line.includes(" publish 400001 "))).toBe(true);
});

it("ends the job that verifies before its limit, and nothing is lost", async () => {
  const { broken, lines } = await long("verify", LIMITS.verify + 30 * MINUTE);
  expect(broken).toEqual([]);
  const [first = 0] = lines.filter((line) => line.includes(" publish 400001 ")).map((line) => Number(line.split(" ")[0]));
  expect(first).toBeGreaterThan(LIMITS.verify - 10 * MINUTE);
  expect(first).toBeLessThan(LIMITS.verify);
});
