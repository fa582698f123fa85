/** The judge of chaos finds what it is there to find, and the kills follow from their seed. */
import { expect, it } from "vitest";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { commentKeyOf } from "#loop/steps/send-effect.ts";
import { keptRun } from "../stories/kept-journals.ts";
import { type End, faultsOf } from "./judge.ts";
import { killsOf } from "./kill.ts";

const run = await keptRun("defaults");
const { pr, head, branch } = resultJsonOf(run);
const pull = { number: pr ?? 0, head: head ?? "" };
const letter = (kind: "plan" | "status" | "result", key = commentKeyOf(run, kind)) => `Some words.\n\n<!-- loopwright:${key} -->`;
const earlier = letter("result", `${run.runId}/result/1`);

const RIGHT: End = {
  run,
  comments: [letter("plan"), letter("status"), letter("result")],
  labels: ["loop", "loop:completed"],
  pulls: [pull],
  branches: [`refs/heads/${branch}`],
  runs: [`refs/loopwright/issue-1/${run.runId}`],
  fsck: "",
  replayed: "{}",
  recorded: "{}",
  others: [],
};

it("finds nothing where all is there once, and somebody was told of two endings", () => {
  expect(faultsOf(RIGHT)).toEqual([]);
  expect(faultsOf({ ...RIGHT, comments: [earlier, ...RIGHT.comments] })).toEqual([]);
});

it.each<{ readonly change: Partial<End>; readonly says: string }>([
  { change: { run: null }, says: "lost: there is no run" },
  { change: { run: { ...run, stage: "failed", ending: "worker_lost" } }, says: "not at its end: failed, worker_lost" },
  { change: { comments: [...RIGHT.comments, letter("plan")] }, says: `doubled: the comment ${commentKeyOf(run, "plan")}` },
  { change: { comments: [...RIGHT.comments, letter("status", "other/status/2")] }, says: "2 status comments" },
  { change: { comments: RIGHT.comments.slice(1) }, says: "lost: the plan comment" },
  { change: { comments: [] }, says: "lost: the status comment" },
  { change: { comments: RIGHT.comments.slice(0, 2) }, says: "lost: the result comment" },
  { change: { comments: [...RIGHT.comments.slice(0, 2), earlier] }, says: "lost: the result comment" },
  { change: { labels: ["loop", "loop:completed", "loop:running"] }, says: "labels: loop:completed,loop:running" },
  { change: { pulls: [] }, says: "0 pull requests" },
  { change: { pulls: [pull, { number: 9, head: "" }] }, says: "2 pull requests" },
  { change: { pulls: [{ ...pull, head: "another" }] }, says: "the pull request is" },
  { change: { branches: [...RIGHT.branches, "refs/heads/loop/other"] }, says: "2 branches" },
  { change: { branches: ["refs/heads/loop/other"] }, says: "1 branches: refs/heads/loop/other" },
  { change: { runs: ["refs/loopwright/issue-1/other"] }, says: "1 runs: refs/loopwright/issue-1/other" },
  { change: { runs: [...RIGHT.runs, "refs/loopwright/issue-1/other"] }, says: "2 runs" },
  { change: { fsck: "missing blob" }, says: "git fsck --strict: missing blob" },
  { change: { replayed: "" }, says: "the replay of history.jsonl is not run.json" },
  { change: { replayed: "", recorded: "" }, says: "lost: run.json" },
  { change: { others: ["a process is left: 7"] }, says: "a process is left: 7" },
])("says: $says", ({ change, says }) => {
  expect(faultsOf({ ...RIGHT, ...change }).join("\n")).toContain(says);
});

it("draws the same kills from the same seed, others from another one, and all kinds of them", () => {
  const kills = killsOf(1, 100);
  expect(killsOf(1, 100)).toEqual(kills);
  expect(killsOf(2, 100)).not.toEqual(kills);
  const kinds = new Set(kills.map(({ who, when, whole }) => `${who} ${Object.keys(when).join()} ${who === "job" && whole}`));
  expect([...kinds].sort()).toEqual(
    ["bot ms false", "bot requests false", "job ms false", "job ms true", "job requests false", "job requests true"].sort(),
  );
});
