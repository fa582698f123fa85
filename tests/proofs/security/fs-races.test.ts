/** A path that changes between the look and the use: the tool host may lose the race, and still reaches nothing outside (FS-04, FS-05). */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { exchanging } from "../escapes/racer.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

const CANARY = "canary-91ab3f";
const TRIES = 4_000;
/** On a busy machine the two sides may be met late. */
const MOST_TRIES = 40_000;
let den: Den;

/** `turned` is by turns a folder of the repository and a link to one outside. */
const TURN = exchanging([["turned", "link"]]);

beforeAll(async () => {
  if (NO_WALLS !== "") return;
  den = await aDen();
  writeFileSync(join(den.outside, "file"), CANARY);
  mkdirSync(join(den.folder, "turned"));
  writeFileSync(join(den.folder, "turned/file"), "own");
  symlinkSync(den.outside, join(den.folder, "link"));
});
afterAll(() => (NO_WALLS === "" ? den.close() : undefined));

/** Tries `work` while the folder turns, and gives what came of each try. */
async function racing(work: (index: number) => Promise<string>): Promise<readonly string[]> {
  const turning = den.run(TURN, { timeout: 120_000 });
  const came: string[] = [];
  const isRace = (): boolean => came.includes("refused") && came.some((one) => one !== "refused");
  for (let index = 0; index < TRIES || (index < MOST_TRIES && !isRace()); index += 1) {
    came.push(await work(index).catch(() => "refused"));
  }
  writeFileSync(join(den.folder, "stop"), "");
  expect((await turning).exitCode).toBe(0);
  await den.host.remove("stop");
  return came;
}

walled("reads nothing outside while a folder of the path turns into a link that leads there [FS-04]", async () => {
  const came = await racing(() => den.host.read("turned/file"));
  expect(came.filter((text) => text.includes(CANARY))).toEqual([]);
  // The race was one: both sides were met.
  expect([came.includes("own"), came.includes("refused")]).toEqual([true, true]);
});

walled("creates nothing outside while a folder of the path turns into a link that leads there [FS-05]", async () => {
  const came = await racing(async (index) => {
    await den.host.write(`turned/new-${index}`, "x");
    return "written";
  });
  expect(readdirSync(den.outside)).toEqual(["file"]);
  expect([came.includes("written"), came.includes("refused"), existsSync(join(den.folder, "turned"))]).toEqual([true, true, true]);
});
