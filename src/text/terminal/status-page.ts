/** Writes the status of a run for a terminal. */
import { currentStep } from "#core/events/data/step.ts";
import { artifactOf } from "#core/run/artifact.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { lastIterationOf, limitsOf } from "#core/run/run-facts.ts";
import { cost, listIds, score, scoreOf, shortSha } from "#text/format/format.ts";
import { atomFigures, atomStatusText, stallWarning } from "#text/phrases/atom-words.ts";
import { columns, fields, items, pageOf, part } from "./layout.ts";
import { nextStep } from "./next-step.ts";
import { branchLine, errorState, notPassed, questionsText, stateLine } from "./run-parts.ts";

function scores(run: Run): string {
  const iterations = lastIterationOf(run);
  const row = (of: ScoreRow): readonly string[] => [
    `${of.iteration}/${iterations}`,
    of.level,
    score(of.score),
    of.passed ? "PASS" : "FAIL",
    shortSha(of.tree),
    of.kept ? "yes" : "no",
    listIds([...of.failed, ...of.warnings.map((id) => `${id} (warn)`)]),
  ];
  const head = ["iteration", "level", "score", "result", "tree", "kept", "not passed"];
  return columns(head, run.progress.rows.map(row));
}

/** The status page. `updated`: the time of the last event, in words. */
export function statusPage(run: Run, updated: string): string {
  const { progress, alias, runId, spend } = run;
  const standing = evaluationToShow(run);
  const { status, hash } = artifactOf(run);
  return pageOf([
    `${alias}: ${stateLine(run)}`,
    fields([
      ["run", runId],
      ["status", run.stage],
      ["iteration", `${progress.iteration} of ${lastIterationOf(run)}`],
      ["level", progress.level],
      ["current step", currentStep(run)],
      ["artifact", hash === null ? status : `${status} (${hash})`],
      [status === "stale" ? "last evaluated score" : "last score", standing === null ? "none yet" : scoreOf(standing)],
      ["cost", cost(spend)],
      ["tasks", atomFigures(run.graph) || null],
      ["warning", stallWarning(run.graph, limitsOf(run).stalls) || null],
      ["updated", updated],
      ["branch", branchLine(run)],
      ["next", nextStep(run)],
    ]),
    questionsText(run),
    errorState(run),
    part(
      "Work",
      items(
        run.graph.atoms.map(
          (state) => `${state.atom.id} ${atomStatusText(run.graph, state)}: ${state.atom.description}`,
        ),
      ),
    ),
    part("Scores", scores(run)),
    notPassed(run),
    part(
      "Steps of this iteration",
      items(progress.steps.map(({ text, open }) => `${text}${open ? "" : " (done before)"}`)),
    ),
  ]);
}
