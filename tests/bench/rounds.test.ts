import { expect, it } from "vitest";
import type { Contest } from "./contest.ts";
import { playRounds } from "./rounds.ts";

/** Ours takes what is said, play after play, and all others 10; `played` tells who had a turn. */
function aContest(ours: readonly number[], takesPeers = true): Contest & { readonly played: string[] } {
  const [times, played]: [number[], string[]] = [[...ours], []];
  return {
    name: "c",
    what: "w",
    figures: [{ name: "time", unit: "ms", targets: [] }],
    takesPeers,
    played,
    play: async ({ name }) => {
      played.push(name);
      return { time: name === "ours" ? (times.shift() ?? 99) : 10 };
    },
  };
}

const CONTESTANTS = [{ name: "ours" }, { name: "floor" }, { name: "pi", executable: "/pi" }] as const;
const how = (rounds: number, kept: Readonly<Record<string, number>> | null, said: string[] = []) => ({
  contestants: CONTESTANTS,
  rounds,
  kept,
  say: (line: string) => void said.push(line),
  quiet: async () => said.push("quiet"),
});

it("lets contestants play by turns", async () => {
  const contest = aContest([20, 30]);
  const { measured } = await playRounds(contest, how(2, null));
  expect(contest.played).toEqual(["ours", "floor", "pi", "ours", "floor", "pi"]);
  expect(measured[0]).toMatchObject({ ours: { least: 20, median: 25 }, ratio: 2, peers: [{ name: "pi" }] });
});

it("leaves peers out who have nothing to compare", async () => {
  const contest = aContest([20], false);
  await playRounds(contest, how(1, null));
  expect(contest.played).toEqual(["ours", "floor"]);
});

it("plays again what is worse than kept, and believes the better time", async () => {
  const said: string[] = [];
  const contest = aContest([90, 80, 20]);
  const { faults } = await playRounds(contest, how(1, { time: 2 }, said));
  expect(faults).toEqual([]);
  expect(said.filter((line) => line.includes("played again"))).toHaveLength(2);
  expect(said.filter((line) => line === "quiet")).toHaveLength(3);
});

it("says what is worse where it stays so, four times over", async () => {
  const contest = aContest([]);
  const { faults } = await playRounds(contest, how(1, { time: 2 }));
  expect(faults).toEqual(["time: the ratio was 2.00, is 9.90"]);
  expect(contest.played.filter((name) => name === "ours")).toHaveLength(4);
});
