/** Asks the reflector why a run went as it did, and what should change for the next one. */
import type { StopReason } from "#core/events/data/reason.ts";
import type { Run } from "#core/run/run.ts";
import { cost, listIds, score } from "#text/format/format.ts";
import { failedAtoms } from "#text/phrases/atom-words.ts";
import { toolProblemWords } from "#text/phrases/tool-problem-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { block, objectiveData, requestData, resultsData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";
import { findingsData, qaData } from "./reviews.ts";

const TASK = [
  "Look back on the run below, so that the next one goes better.",
  "rootCause: the one cause that explains most of what went wrong, with the fact from the record that shows it. " +
    "For a run without trouble: none.",
  "proposedChange: one change to this repository's configuration, to the way issues are written, or to the rules, " +
    "that would have prevented it. none needed is a good answer.",
  "Say only what the record shows. Where it does not show the cause, say: not assessed.",
  "Answer with one JSON object: rootCause and proposedChange, at most three sentences each.",
];

function historyData(run: Run): string {
  return block(
    "evaluations",
    "record of the run",
    run.progress.rows.map(
      (row) =>
        `iteration ${row.iteration}, level ${row.level}: ${score(row.score)} ${row.passed ? "PASS" : "FAIL"}, ` +
        `failed: ${listIds(row.failed)}, warnings: ${listIds(row.warnings)}${row.kept ? "" : ", not kept"}`,
    ),
  );
}

/** The prompt for the two fields of the reflection that take judgement. The run may have no plan. */
export function reflectPrompt(run: Run, reason: StopReason): string {
  const { errorState, setup, audits, review } = run;
  return frame("REFLECT", TASK, [
    requestData({ issue: run.issue }),
    run.plan === null ? "" : objectiveData(run.plan),
    aboutRun(run),
    `The run ends because ${REASON_WORDS[reason]}. It took ${run.progress.iteration} iteration(s), ` +
      `${run.revisions} revision(s) of the plan and ${cost(run.spend)}.`,
    findingsData(review),
    historyData(run),
    block("atoms that failed", "record of the run", failedAtoms(run.graph)),
    resultsData("last results", run.progress.evaluation?.results ?? []),
    block(
      "what agents stumbled over",
      "record of the run",
      [toolProblemWords(run.learned, null)].filter((words) => words !== ""),
    ),
    audits.last === null ? "" : block("last audit", "auditor", [`${audits.last.verdict} ${audits.last.issue}`.trim()]),
    qaData(run),
    errorState === null ? "" : block("trouble", "record of the run", [`${errorState.step}: ${errorState.message}`]),
    setup?.ok === false ? block("setup", "output of the setup", [setup.details]) : "",
  ]);
}
