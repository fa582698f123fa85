/** What the demo prints: progress with its time, and at the end everything that a reader would want to check. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { cost, counted, duration, listIds, score } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import type { Outcome } from "./play.ts";
import { staysOf } from "./stages.ts";

/** Characters of one fault: a prompt that did not fit is shown by its beginning. */
const LONGEST = 800;

/** `[  4.2 s] text`: seconds since the demo began. */
export function timed(ms: number, text: string): string {
  return `[${(ms / 1000).toFixed(1).padStart(5)} s] ${text}`;
}

/** The last lines of the demo. `kept`: the folder of the repository is still there afterwards. */
export function lastPage(outcome: Outcome, faults: readonly string[], kept: boolean): string {
  const { run } = outcome;
  const problems = faults.length === 0 ? [] : ["", "NOT AS WRITTEN", ...faults.map((fault) => `  - ${clip(fault, LONGEST)}`)];
  if (run === null) return problems.join("\n");
  return [
    "",
    "Scores",
    ...scoreLines(run),
    "",
    ...factsOf(outcome, run),
    ...(kept ? ["", ...placesOf(outcome, run)] : []),
    ...problems,
  ].join("\n");
}

/** A line for each evaluation, indented, with a head. */
export function scoreLines({ progress: { rows } }: Run): readonly string[] {
  if (rows.length === 0) return ["  nothing was evaluated"];
  const cells = rows.map(({ iteration, level, score: value, passed, kept, failed, warnings }) => [
    `${iteration}`,
    level,
    score(value),
    passed ? "PASS" : "FAIL",
    kept ? "kept" : "dropped",
    listIds([...failed, ...warnings.map((id) => `${id} (warn)`)]),
  ]);
  return columns([["iteration", "level", "score", "", "", "red"], ...cells]);
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd());
}

function factsOf({ events, ended, left, problems, before, after, replayed, recorded, leaks }: Outcome, run: Run): readonly string[] {
  const { stage, stopReason, branch, head, ms } = resultJsonOf(run);
  const stays = staysOf(events).flatMap((stay) => (stay.ms === null ? [] : [`${stay.stage} ${duration(stay.ms)}`]));
  const unchanged = before.status === after.status && before.head === after.head;
  return [
    `Ended:      ${stage}, ${stopReason ?? "no stop reason"}, after ${duration(ms)}`,
    `Stages:     ${listIds(stays)}`,
    `Branch:     ${branch} ${head === null ? "(no commit)" : `at ${head}`}`,
    `Model:      ${counted(run.spend.calls, "call")}, ${cost(run.spend)} (scripted: nothing was paid)`,
    `Script:     ${left.length === 0 ? "every turn was played" : `not played: ${left.join(", ")}`}; ${counted(problems.length, "problem")}`,
    `Worktree:   ${unchanged ? "git status and HEAD are as they were" : "CHANGED"}`,
    `Replay:     history.jsonl ${replayed === recorded ? "gives run.json, byte for byte" : "DOES NOT give run.json"}`,
    `Key:        ${leaks.length === 0 ? "in no prompt, journal or output" : `FOUND in ${leaks.join(", ")}`}`,
    `Commands:   ${ended.stderr.includes("UNSANDBOXED") ? "unsandboxed, with your rights on this machine" : "each in a sandbox of its own"}`,
  ];
}

function placesOf({ folder }: Outcome, run: Run): readonly string[] {
  const { branch, head } = resultJsonOf(run);
  const gitDir = folder?.replace(/\/loopwright\/[^/]+$/, "") ?? "";
  return [`Journal:    ${folder}`, ...(head === null ? [] : [`Look:       git --git-dir ${gitDir} log -p ${run.base.branch}..${branch}`])];
}
