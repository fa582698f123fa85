/** A run that has everything a text can show: two iterations, QA, a reflection, a pull request. */
import { blockingRules, type Evaluation, warningRules } from "#core/rules/score.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { doneGraph } from "./atoms.ts";
import { anEvaluation, aPlan, aRun, sha } from "./run.ts";

/** The row of the score table that an evaluation leaves. */
export function aRow(iteration: number, evaluation: Evaluation, overrides: Partial<ScoreRow> = {}): ScoreRow {
  const { level, score, passed, tree } = evaluation;
  return {
    iteration,
    level,
    score,
    passed,
    failed: blockingRules(evaluation),
    warnings: warningRules(evaluation),
    tree,
    kept: true,
    changed: ["src/slug.js", "tests/slug.test.js"],
    ...overrides,
  };
}

const FIRST = anEvaluation({ "a.correctness.acceptance": "fail" });
const SECOND = anEvaluation({}, { tree: sha("2") });
const LAST = anEvaluation({ "b.completeness.docs": "warn" }, { level: "B", tree: sha("2"), details: "README.md says nothing of accents" });

/** The run; `overrides` as in `aRun`. It passed with one warning and is published as pull request 8. */
export function aFinishedRun({ progress, ...overrides }: Parameters<typeof aRun>[0] = {}): Run {
  return aRun({
    stage: "completed",
    graph: doneGraph((overrides.plan ?? aPlan()).atoms),
    ending: "no_major_issues",
    passedBy: "no_major_issues",
    baseScore: { results: FIRST.results, tests: { green: true, names: { passed: ["slug of plain words"], failed: [] }, details: "" } },
    audits: {
      last: { verdict: "OK", drift: "none", issue: "", principle: "", correction: "" },
      calls: 31,
      lastAt: 31,
      beforeQa: true,
      owed: false,
      cleared: null,
    },
    qa: {
      rounds: 1,
      head: sha("9"),
      rejected: null,
      last: {
        verdict: "VERIFIED",
        issues: [{ dimension: "output", severity: "minor", problem: "the README is silent", fix: "add a line" }],
      },
    },
    reflection: {
      request: "Slugs lose accented letters",
      guidance: "plan-critic PROCEED after 0 revision(s); last audit OK",
      followed: "Yes: no fail rule is red",
      outcome: "Success",
      accomplishment: "score 0.86 at level B after 2 iteration(s); work is on the branch",
      rootCause: "none: the run succeeded",
      proposedChange: "none needed",
    },
    published: { number: 8, url: "https://github.com/o/r/pull/8", branch: "loop/7-slugs-lose-accented-letters", head: sha("9") },
    progress: {
      iteration: 2,
      level: "B",
      head: { commit: sha("9"), tree: sha("2") },
      evaluation: LAST,
      best: { iteration: 2, evaluation: LAST },
      rows: [aRow(1, FIRST), aRow(2, SECOND, { changed: ["src/slug.js"] }), aRow(2, LAST, { changed: [] })],
      ...progress,
    },
    ...overrides,
  });
}

/** A run that stopped at its last iteration without passing. */
export function aStoppedRun(overrides: Parameters<typeof aRun>[0] = {}): Run {
  return aRun({
    stage: "stopped",
    ending: "iteration_limit",
    progress: {
      iteration: 4,
      head: { commit: sha("9"), tree: sha("1") },
      evaluation: FIRST,
      best: { iteration: 4, evaluation: FIRST },
      rows: [aRow(4, FIRST)],
    },
    ...overrides,
  });
}
