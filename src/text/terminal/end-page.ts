/** Writes the terminal page at the end of a run: the final summary, what happened, what to do now. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { cost, duration, shortSha } from "#text/format/format.ts";
import { timeUseLine } from "#text/phrases/caps.ts";
import { summaryFields } from "#text/sections/summary.ts";
import { answerLines } from "./answer-lines.ts";
import { fields, pageOf, part } from "./layout.ts";
import { nextStep } from "./next-step.ts";
import { branchLine, distanceText, errorState, notPassed, questionsText, stateLine } from "./run-parts.ts";

/** The end page. `folder`: the folder of the run's journal. */
export function endPage(run: Run, folder: string): string {
  const { spend, ms, branch, head } = resultJsonOf(run);
  return pageOf([
    stateLine(run),
    fields([
      ...summaryFields(run),
      ["cost", `${cost(spend)}, ${duration(ms)}`],
      ["time budget", timeUseLine(run)],
      ["branch", branchLine(run)],
    ]),
    part("Answer", answerLines(run)),
    questionsText(run),
    run.stage === "completed" ? "" : errorState(run),
    run.stage === "completed" ? "" : distanceText(run),
    notPassed(run),
    fields([
      ["look", head === null ? null : `git diff ${shortSha(run.base.commit)} ${branch}`],
      ["next", nextStep(run)],
      ["journal", folder],
    ]),
  ]);
}
