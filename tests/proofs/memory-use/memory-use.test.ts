/** The bench of memory: its stories differ, one of each sort is played, and what goes wrong is found. */
import { expect, it } from "vitest";
import { playStory, type Spent } from "./one-story.ts";
import { STORIES } from "./stories.ts";
import { faultsOf, lineOf, type Result, totalOf } from "./tally.ts";

it("has twenty stories of three sorts, each with a name of its own", () => {
  expect(new Set(STORIES.map(({ name }) => name)).size).toBe(20);
  expect(STORIES.filter(({ said, wish }) => said !== null && wish === null).length).toBeGreaterThanOrEqual(4);
  expect(STORIES.filter(({ said }) => said === null).length).toBeGreaterThanOrEqual(2);
});

it.each(["a changelog", "no dependencies", "a test that is red"])("saves a round where %s is remembered", async (name) => {
  const story = STORIES.find((one) => one.name === name);
  if (story === undefined) throw new Error(`no story is called ${name}`);
  const result = await playStory(story);
  expect(result.with).toMatchObject({ ending: "completed", shown: 1 });
  expect(result.with.rounds).toBeLessThan(result.without.rounds);
});

const spent = (rounds: number, overrides: Partial<Spent> = {}): Spent => ({
  ending: "completed",
  rounds,
  tokens: rounds * 100,
  shown: 1,
  ...overrides,
});
const ended = (overrides: Partial<Result> = {}): Result => ({
  ...{ name: "a changelog", fits: true, without: spent(3), with: spent(2), gone: null },
  ...overrides,
});

it("says in a line what a story took, and in one what all took", () => {
  expect(lineOf(ended())).toBe("a changelog                    3     2       300     200      1  completed, completed");
  expect(lineOf(ended({ name: "the logo", fits: false, gone: 4 }))).toContain("does not fit; gone after 4 runs");
  expect(totalOf([ended(), ended()])).toBe("2 stories: 6 rounds and 600 tokens without, 4 rounds and 400 tokens (67 %) with");
});

it.each<{ fault: string; result: Partial<Result>; says: string }>([
  { fault: "no round saved", result: { with: spent(3, { tokens: 1 }) }, says: "a changelog: what was remembered fits and saves no round" },
  { fault: "a run that does not complete", result: { with: spent(2, { ending: "stopped" }) }, says: "a changelog: ended stopped with it" },
  { fault: "a memory that stays", result: { name: "the logo", fits: false }, says: "the logo: what does not fit stays" },
  { fault: "more tokens", result: { with: spent(2, { tokens: 900 }) }, says: "all stories together take no fewer tokens with it" },
])("finds $fault", ({ result, says }) => {
  expect(faultsOf([ended(result)])).toContain(says);
});

it("finds nothing where all is as it should be", () => {
  expect(faultsOf([ended(), ended({ name: "the logo", fits: false, gone: 4 })])).toEqual([]);
});
