/** The noise bench itself: a competent model completes, each kind of noise spoils something, and what goes wrong is found. */
import { expect, it } from "vitest";
import type { Question } from "../../lab/model/play.ts";
import { diceOf } from "../simulator/dice.ts";
import { NOISE, noisyPlay } from "./noisy-play.ts";
import type { Ending } from "./one-run.ts";
import { oneRun } from "./one-run.ts";
import { placeOfRuns } from "./place.ts";
import { competentTurn } from "./player.ts";
import { costOf, countsOf, faultsOf, rareOf, tallyOf } from "./tally.ts";

const ROLES = [
  "hydrator",
  "plan-critic",
  "planner",
  "worker",
  "refiner",
  "preparer",
  "evaluator",
  "critique",
  "auditor",
  "qa-verifier",
  "reflector",
];
const asked = (role: string, called: readonly string[]): Question => ({
  role,
  newest: "",
  first: "",
  answered: called.length,
  called,
  hasSchema: true,
});
const QUESTIONS = ROLES.flatMap((role) => [[], ["read_file"], ["read_file", "write_file"]].map((called) => asked(role, called)));

it("has at least 25 kinds of noise, each with a name of its own", () => {
  expect(NOISE.length).toBeGreaterThanOrEqual(25);
  expect(new Set(NOISE.map(({ name }) => name)).size).toBe(NOISE.length);
});

it.each(NOISE)("spoils the turn of a competent model: $name", ({ spoil }) => {
  const spoiled = QUESTIONS.flatMap((question) => {
    const turn = competentTurn(question);
    const other = spoil(turn, { question, dice: diceOf(1) });
    return other === null ? [] : [{ turn, other }];
  });
  expect(spoiled.length).toBeGreaterThan(0);
  for (const { turn, other } of spoiled) expect(other).not.toEqual(turn);
});

it("spoils nothing at probability 0 and everything at 1, and the same for the same seed", () => {
  const played = (seed: number, probability: number): readonly string[] => {
    const met: string[] = [];
    const play = noisyPlay({ seed, probability }, (kind) => met.push(kind));
    for (const question of QUESTIONS) play.next(question);
    return met;
  };
  expect([played(1, 0).length, played(1, 1).length]).toEqual([0, QUESTIONS.length]);
  expect(played(7, 0.3)).toEqual(played(7, 0.3));
  expect(played(7, 0.3)).not.toEqual(played(8, 0.3));
});

it("takes a rare kind where one fits", () => {
  const met: string[] = [];
  const play = noisyPlay({ seed: 1, probability: 1, rare: new Set(["one step", "a refusal"]) }, (kind) => met.push(kind));
  for (const role of ["planner", "auditor", "planner", "planner"]) play.next(asked(role, []));
  expect(met.filter((kind) => kind !== "one step" && kind !== "a refusal")).toEqual([]);
  expect(
    rareOf(
      new Map([
        ["one step", 29],
        ["a refusal", 30],
      ]),
    ),
  ).toEqual(new Set(["one step"]));
});

it("completes without noise, and what it calls done is done", async () => {
  const place = placeOfRuns();
  try {
    expect(await oneRun(place, { seed: 1, probability: 0 })).toMatchObject({ stage: "completed", claim: true, rounds: 1, met: [] });
  } finally {
    await place.leave();
  }
});

const ended = (claim: boolean | null, met: readonly string[] = []): Ending => ({
  ...{ seed: 1, stage: claim === null ? "failed" : "completed", reason: null, events: [] },
  ...{ claim, rounds: 2, tokens: 300, met },
});

it("counts shares, and rounds and tokens against runs without noise", () => {
  const tally = tallyOf([ended(true), ended(true), ended(null), ended(false)], { rounds: 1, tokens: 100 });
  expect(tally).toEqual({ runs: 4, completed: 0.5, honest: 0.25, false: 0.25, rounds: 2, tokens: 3 });
  expect(costOf([])).toEqual({ rounds: 0, tokens: 0 });
});

it.each([
  { fault: "a false claim", endings: [ended(true), ended(false)], says: "p = 0.05: a run claims what is not so" },
  { fault: "too few that complete", p: 0.1, endings: [ended(true), ended(null)], says: "p = 0.1: fewer than 95 % completed" },
  { fault: "a kind that was hardly met", endings: [ended(true, ["a code fence"])], says: '"a code fence" was met 1 times, fewer than 30' },
])("finds $fault", ({ p = 0.05, endings, says }) => {
  const met = countsOf(endings.flatMap((ending) => ending.met));
  expect(faultsOf(new Map([[p, tallyOf(endings, costOf(endings))]]), met)).toContain(says);
});

it("finds nothing where all is as it should be", () => {
  const endings = Array.from({ length: 30 }, () => ended(true, ["a code fence"]));
  expect(faultsOf(new Map([[0.1, tallyOf(endings, costOf(endings))]]), countsOf(endings.flatMap(({ met }) => met)))).toEqual([]);
});
