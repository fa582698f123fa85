/** What the demo prints at the end of a story on GitHub: scores, calls, where to look, and last the pull request. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { cost, counted, duration, listIds, score } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { pullName } from "#text/sections/summary.ts";
import { scoreLines } from "../page.ts";
import { staysOf } from "../stages.ts";
import type { HubOutcome } from "./outcome.ts";

/** Characters of one fault. */
const LONGEST = 800;

/** The last lines. */
export function hubPage(outcome: HubOutcome, faults: readonly string[]): string {
  const { run } = outcome;
  const problems = faults.length === 0 ? [] : ["", "NOT AS WRITTEN", ...faults.map((fault) => `  - ${clip(fault, LONGEST)}`)];
  if (run === null) return problems.join("\n");
  return [
    "",
    "Scores",
    ...scoreLines(run),
    "",
    ...factsOf(outcome, run),
    "",
    ...placesOf(outcome, run),
    ...problems,
    "",
    lastLine(run),
  ].join("\n");
}

function factsOf({ events, calls, left, problems, clone, leaks, labels, unsandboxed }: HubOutcome, run: Run): readonly string[] {
  const { stage, stopReason, ms } = resultJsonOf(run);
  const stays = staysOf(events).flatMap((stay) => (stay.ms === null ? [] : [`${stay.stage} ${duration(stay.ms)}`]));
  return [
    `Ended:      ${stage}, ${stopReason ?? "no stop reason"}, after ${duration(ms)}; labels: ${listIds(labels)}`,
    `Stages:     ${listIds(stays)}`,
    `Model:      ${counted(run.spend.calls, "call")}, ${cost(run.spend)} (scripted: nothing was paid)`,
    `Script:     ${left.length === 0 ? "every turn was played" : `not played: ${left.join(", ")}`}; ${counted(problems.length, "problem")}`,
    `API calls:  ${calls.counted} of at most ${calls.most}, of these ${calls.content} (at most ${calls.mostContent}) create content that people see, ${calls.objects} write git objects; beside them ${calls.unchanged} answered 304, which GitHub does not count`,
    `Clone:      git fsck --strict ${clone.fsck === "" ? "finds nothing" : "FINDS SOMETHING"}`,
    `Replay:     history.jsonl ${clone.replayed === clone.recorded ? "gives run.json, byte for byte" : "DOES NOT give run.json"}`,
    `Secrets:    ${leaks.length === 0 ? "in no comment, commit, log, summary, artifact or prompt" : `FOUND in ${leaks.join(", ")}`}`,
    `Commands:   ${unsandboxed === null ? "each in a sandbox of its own" : `UNSANDBOXED, with your rights on this machine: ${unsandboxed}`}`,
  ];
}

function placesOf({ page, report, clone }: HubOutcome, run: Run): readonly string[] {
  const { branch, head } = resultJsonOf(run);
  return [
    `Comments:   file://${page}`,
    ...(report === null ? [] : [`Report:     file://${report}`]),
    `Clone:      ${clone.folder}`,
    ...(clone.state === null ? [] : [`State ref:  ${clone.state} (refs/loopwright/issue-${run.issue.number}/${run.runId})`]),
    ...(head === null ? [] : [`Look:       git -C ${clone.folder} log -p ${run.base.branch}..origin/${branch}`]),
  ];
}

function lastLine(run: Run): string {
  const { score: value, level, stage, stopReason } = resultJsonOf(run);
  const scored = value === null ? "no score" : `score ${score(value)} at level ${level}`;
  return `${pullName(run) ?? `No pull request: ${stage} (${stopReason ?? "no stop reason"})`}, ${scored}`;
}
