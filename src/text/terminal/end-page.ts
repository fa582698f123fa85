/** What a person is told at the end of a run: the final summary of S1.55, what happened, what to do now. */
import { reportOf } from "#core/report.ts";
import type { Run } from "#core/run.ts";
import { cost, duration, score, short } from "../format.ts";
import { fields, pageOf, part } from "./layout.ts";
import { nextStep } from "./next-step.ts";
import { answerLines, branchLine, distance, notPassed, questions, stateLine, troubles } from "./run-parts.ts";

/** The end page. `folder`: where the run's journal lies. */
export function endPage(run: Run, folder: string): string {
  const { iteration, maxIterations, level, score: reached, stopReason, spend, ms, branch, head } = reportOf(run);
  return pageOf([
    stateLine(run),
    fields([
      ["iteration", `${iteration}`],
      ["max_iterations", `${maxIterations}`],
      ["level", level ?? "none"],
      ["final_score", reached === null ? "none" : score(reached)],
      ["stop_reason", stopReason ?? "none"],
      ["cost", `${cost(spend)}, ${duration(ms)}`],
      ["branch", branchLine(run)],
    ]),
    part("Answer", answerLines(run)),
    questions(run),
    run.stage === "completed" ? "" : troubles(run),
    run.stage === "completed" ? "" : distance(run),
    notPassed(run),
    fields([
      ["look", head === null ? null : `git diff ${short(run.base.commit)} ${branch}`],
      ["next", nextStep(run)],
      ["journal", folder],
    ]),
  ]);
}
