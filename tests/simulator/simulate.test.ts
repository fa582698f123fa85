/** The simulator by seeds, in short: no law is broken, the same seed plays the same to the byte, and what was mended stays so. */
import { expect, it } from "vitest";
import { casesOf } from "../house/proofs.ts";
import { drawn } from "./draw.ts";
import { played } from "./play.ts";

const SEEDS = casesOf(20, ...Array.from({ length: 200 }, (_, index) => index + 1));

it("breaks no law, whatever goes wrong", async () => {
  const broken: string[] = [];
  for (const seed of SEEDS) broken.push(...(await played(drawn(seed))).broken.map((law) => `${seed}: ${law}`));
  expect(broken).toEqual([]);
}, 600_000);

it("plays the same seed the same, to the byte", async () => {
  for (const seed of [7, 53, 459]) {
    const [first, second] = [await played(drawn(seed)), await played(drawn(seed))];
    expect(first.lines.length).toBeGreaterThan(100);
    expect(second.lines).toEqual(first.lines);
    expect(second.trace).toBe(first.trace);
  }
});
