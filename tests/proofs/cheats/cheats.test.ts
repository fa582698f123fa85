/** The cheat bench is as large as it says, and its workers are all different. What they come to is `npm run cheats`. */
import { expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";
import { CLASSES, readGrounds } from "./ground.ts";

const GROUNDS = readGrounds(ROOT);
const WORKERS = GROUNDS.flatMap(({ workers }) => workers);

it("holds at least 200 cheats and 80 honest workers over eight languages", () => {
  expect(new Set(GROUNDS.map(({ language }) => language)).size).toBe(8);
  expect(WORKERS.filter(({ honest }) => !honest).length).toBeGreaterThanOrEqual(200);
  expect(WORKERS.filter(({ honest }) => honest).length).toBeGreaterThanOrEqual(80);
});

it("tries each class at least five times, in at least three languages", () => {
  for (const name of CLASSES) {
    const languages = GROUNDS.map(({ workers }) => workers.filter((one) => one.class === name).length).filter((many) => many > 0);
    expect(
      languages.reduce((sum, many) => sum + many, 0),
      name,
    ).toBeGreaterThanOrEqual(5);
    expect(languages.length, name).toBeGreaterThanOrEqual(3);
  }
});

it("has no worker twice", () => {
  expect(new Set(WORKERS.map(({ id }) => id)).size).toBe(WORKERS.length);
  expect(new Set(GROUNDS.flatMap(({ language, workers }) => workers.map(({ does }) => `${language} ${does}`))).size).toBe(WORKERS.length);
});
