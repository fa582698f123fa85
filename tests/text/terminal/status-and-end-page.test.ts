/** The pages that say how a run stands and how it ended, and what they say of its troubles. */
import { expect, it } from "vitest";
import { endPage } from "#text/terminal/end-page.ts";
import { statusPage } from "#text/terminal/status-page.ts";
import { aFinishedRun, aStoppedRun } from "../../builders/finished-run.ts";
import { aRun } from "../../builders/run.ts";

const FOLDER = "/home/ana/project/.git/loopwright/slugs-lose-accented-letters";
const UPDATED = "2026-01-02T03:04:05.000Z";

it("shows how a finished run stands", () => {
  expect(statusPage(aFinishedRun(), UPDATED)).toMatchInlineSnapshot(`
    "slugs-lose-accented-letters: Completed, because no fail rule is red; warnings remain

      run           slugs-lose-accented-letters-20261121-093000
      status        completed
      iteration     2 of 4
      level         B
      current step  PLAN
      artifact      evaluated (22222222)
      last score    0.86 (6/7)
      cost          $0.24, 123.5k tokens
      tasks         3 of 3 tasks done
      updated       2026-01-02T03:04:05.000Z
      branch        loop/7-slugs-lose-accented-letters at 99999999
      next          look at the branch, and merge it if you agree; or say what else should be done:
                    loopwright redirect "<text>" --run slugs-lose-accented-letters

    What happened
      - QA, minor: the README is silent add a line

    Work
      - A1 done: Write the failing test
      - A2 done: Fold accents in src/slug.js
      - A3 done: Say so in README.md

    Scores
      iteration  level  score  result  tree      kept  not passed
      1/4        A      0.67   FAIL    11111111  yes   a.correctness.acceptance
      2/4        A      1.00   PASS    22222222  yes   none
      2/4        B      0.86   FAIL    22222222  yes   b.completeness.docs (warn)

    Not passed
      - b.completeness.docs (warn): README.md says nothing of accents"
  `);
});

it("shows the end of a finished run", () => {
  expect(endPage(aFinishedRun(), FOLDER)).toMatchInlineSnapshot(`
    "Completed, because no fail rule is red; warnings remain

      iteration        2
      max_iterations   4
      level            B
      final_score      0.86
      artifact_status  evaluated
      stop_reason      no_major_issues
      cost             $0.24, 123.5k tokens, 6 min 12 s
      branch           loop/7-slugs-lose-accented-letters at 99999999

    Not passed
      - b.completeness.docs (warn): README.md says nothing of accents

      look     git diff bbbbbbbb loop/7-slugs-lose-accented-letters
      next     look at the branch, and merge it if you agree; or say what else should be done:
               loopwright redirect "<text>" --run slugs-lose-accented-letters
      journal  /home/ana/project/.git/loopwright/slugs-lose-accented-letters"
  `);
});

it("shows the end of a stopped run with its distance to success", () => {
  expect(endPage(aStoppedRun(), FOLDER)).toMatchInlineSnapshot(`
    "Stopped, because the last allowed iteration did not pass

      iteration        4
      max_iterations   4
      level            A
      final_score      0.67
      artifact_status  evaluated
      stop_reason      iteration_limit
      cost             $0.24, 123.5k tokens, 6 min 12 s
      branch           loop/7-slugs-lose-accented-letters at 99999999

    Distance to success
      score              0.67 of 0.80, gap 0.13
      failed fail rules  1 (a.correctness.acceptance)
      passed rules       2 of 3

    Not passed
      - a.correctness.acceptance (fail): exit code 1: expected 'creme', got 'crme'

      look     git diff bbbbbbbb loop/7-slugs-lose-accented-letters
      next     loopwright resume slugs-lose-accented-letters
      journal  /home/ana/project/.git/loopwright/slugs-lose-accented-letters"
  `);
});

const TROUBLES: readonly (readonly [string, Parameters<typeof aRun>[0]])[] = [
  ["HYDRATE failed: no key", { errorState: { step: "HYDRATE", count: 1, message: "no key", retryable: false } }],
  ["setup failed: npm ci", { setup: { ok: false, details: "npm ci" } }],
  [
    "name no test, so nothing can be compared: exit 3",
    { baseScore: { results: [], tests: { green: false, names: null, details: "exit 3" } } },
  ],
  ["not spent: the cap", { budgetRefused: "the cap" }],
  ["history: line 3", { unreadable: "line 3" }],
  [
    "audit BLOCK: tests were cut put them back",
    {
      audits: {
        last: { verdict: "BLOCK", drift: "none", issue: "tests were cut", principle: "", correction: "put them back" },
        calls: 1,
        lastAt: 1,
        beforeQa: false,
        owed: false,
        cleared: null,
      },
    },
  ],
  [
    "QA, major: it breaks mend it",
    {
      qa: {
        rounds: 1,
        rejected: null,
        head: "",
        last: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "major", problem: "it breaks", fix: "mend it" }] },
      },
    },
  ],
  [
    "plan-critic: too vague say more",
    { stage: "halted", review: { verdict: "HALT", findings: [{ check: "scope", problem: "too vague", suggestion: "say more" }] } },
  ],
  ["stopped by ana: enough", { stopRequest: { by: "ana", note: "enough" } }],
  ["  - Which one? (default: this one)", { stage: "needs_info", questions: [{ question: "Which one?", default: "this one" }] }],
];

it.each(TROUBLES)("says %s", (says, overrides) => {
  const run = aRun({ stage: "stopped", ...overrides });
  expect(endPage(run, FOLDER)).toContain(says);
  expect(statusPage(run, UPDATED)).toContain(says);
});
