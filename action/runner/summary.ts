/** Writes the job's summary page: state of the run, scores and links. */
import type { QaVerdict } from "#core/approval/verify-outputs.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { list, page, section } from "#text/format/table.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { scoreTable } from "#text/sections/score-table.ts";
import { headline, pullName } from "#text/sections/summary.ts";
import { type Machine, pageOf } from "./machine.ts";

/** Gives Markdown; text of users is quoted. `verdict`: of the job `verify`, null for the other jobs. Pure. */
export function summaryOf(run: Run, station: string, machine: Machine, verdict: QaVerdict | null): string {
  const { serverUrl, owner, repo } = machine;
  const home = `${serverUrl}/${owner}/${repo}`;
  const branch = branchOf(run);
  const [pull, name] = [pullRequestOf(run), pullName(run)];
  const pushed = run.progress.head.commit !== run.base.commit;
  const range = `${run.base.commit}...${run.progress.head.commit}`;
  const places = [
    `[Issue #${run.issue.number}](${home}/issues/${run.issue.number}): ${inline(run.issue.title)}`,
    ...(pull === null ? [] : [`[${name}](${home}/pull/${pull})`]),
    ...(pushed ? [`[Work so far](${home}/compare/${range}) on the branch ${inline(branch)}`] : []),
    `[This workflow run](${pageOf(machine)})`,
  ];
  return page([
    `## Loopwright: ${station}`,
    verdict === null ? headline(run) : `**${verdict.verdict}**, for the commit ${code(verdict.head)}`,
    section("Scores", scoreTable(run)),
    section("Where to look", list(places)),
  ]);
}
