import { expect, it } from "vitest";
import { Misuse, optionsOf } from "./options.ts";

const CONTESTS = ["agent", "exec"];

it("plays everything seven times where nothing is said", () => {
  expect(optionsOf([], CONTESTS)).toEqual({ only: null, rounds: 7, keep: false, steady: false, peers: [], help: false });
});

it("takes contests, rounds and peers", () => {
  const args = ["--only", "exec,agent", "--rounds", "2", "--keep", "--steady", "--peer", `pi=${process.execPath}`];
  const peers = [{ name: "pi", executable: process.execPath }];
  expect(optionsOf(args, CONTESTS)).toEqual({ only: ["exec", "agent"], rounds: 2, keep: true, steady: true, peers, help: false });
});

it.each([
  [["--only", "agent,nothing"], 'there is no contest "nothing"; there are agent, exec'],
  [["--rounds", "0"], "--rounds 0: give a whole number above 0"],
  [["--peer", `codex=${process.execPath}`], "give pi or claude-bare"],
  [["--peer", "pi=/nowhere/pi"], "the path of its program"],
  [["--keeps"], "Unknown option '--keeps'"],
])("refuses %j", (args, words) => {
  expect(() => optionsOf(args, CONTESTS)).toThrow(words);
  expect(() => optionsOf(args, CONTESTS)).toThrow(Misuse);
});
