/** The simulator by seeds, in short: no law is broken, the same seed plays the same to the byte, and what was mended stays so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { type Blow, Plan } from "./blow.ts";
import { controlsIn, misplaced } from "./controls.ts";
import { drawn } from "./draw.ts";
import { played } from "./play.ts";
import { shrunk } from "./shrink.ts";

/** `npm run simulate` plays thousands. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

it("breaks no law, whatever goes wrong", async () => {
  const broken: string[] = [];
  for (const seed of SEEDS) broken.push(...(await played(drawn(seed))).broken.map((law) => `${seed}: ${law}`));
  expect(broken).toEqual([]);
}, 600_000);

const Kept = z.strictObject({ why: z.string(), plan: Plan });
const FOLDER = "tests/proofs/regressions";

it.each(readdirSync(FOLDER).filter((name) => name.endsWith(".json")))("does not break again: %s", async (name) => {
  const { plan } = Kept.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
  expect((await played(plan)).broken).toEqual([]);
});

it("shrinks a plan to what breaks it", async () => {
  const guilty = (plan: Plan) => plan.blows.some(({ kind }) => kind === "stop") && plan.blows.some(({ kind }) => kind === "freezes");
  const blows: Blow[] = [
    { kind: "status", issue: 0, at: 12_345 },
    { kind: "stop", issue: 0, at: 70_123 },
    { kind: "webhook_lost", nth: 1 },
    { kind: "freezes", of: "run", nth: 3, change: false, ms: 61_234 },
    { kind: "resume", issue: 1, at: 99_999 },
  ];
  const least = await shrunk({ seed: 1, issues: 2, blows }, async (plan) => guilty(plan));
  expect(least).toEqual({
    seed: 1,
    issues: 1,
    blows: [
      { kind: "stop", issue: 0, at: 70_000 },
      { kind: "freezes", of: "run", nth: 3, change: false, ms: 60_000 },
    ],
  });
});

it("takes protections out where they are", () => {
  const root = process.cwd();
  const controls = Object.values(controlsIn(root));
  expect(controls.length).toBeGreaterThanOrEqual(12);
  expect(controls.flatMap((control) => misplaced(root, control))).toEqual([]);
});

it("plays the same seed the same, to the byte", async () => {
  for (const seed of [7, 53]) {
    const [first, second] = [await played(drawn(seed)), await played(drawn(seed))];
    expect(first.lines.length).toBeGreaterThan(100);
    expect(second.lines).toEqual(first.lines);
    expect(second.trace).toBe(first.trace);
  }
});
