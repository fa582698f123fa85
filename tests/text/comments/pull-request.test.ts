import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { certificateText, certificateTitle } from "#text/comments/certificate.ts";
import { draftBody, pullRequestBody, pullRequestTitle } from "#text/comments/pull-request.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { aFinishedRun, aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun, sha } from "../../builders/run.ts";

it("shows a pull request", () => {
  expect(pullRequestTitle(aFinishedRun())).toMatchInlineSnapshot(`"Keep the letter and drop the accent when a slug is made"`);
  expect(pullRequestBody(aFinishedRun(), null)).toMatchInlineSnapshot(`
    "**Passed with warnings** · iteration 2 of 4 · score 0.86 (6/7) · $0.24, 123.5k tokens · 6 min 12 s

    Keep the letter and drop the accent when a slug is made

    **What changed**
    - src/slug.js folds accents
    - a test for it

    **How it was proven**
    - 3 of 4 points hold
    - QA on a fresh checkout: **VERIFIED**

    **Not checked**
    - Judged by a model, not by a command: <code>b.completeness.docs</code>
    - Left alone by the plan: Other scripts than Latin

    **Warnings**
    - <code>b.completeness.docs</code>: README.md says nothing of accents
    - QA, minor: the README is silent

    <details>
    <summary>Each point, and how it was checked</summary>

    | rule | severity | on base | here | evidence |
    | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | fail | red | pass | exits with 0: <code>node --test tests/slug.test.js</code> |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | fail | green | pass | the base's own tests still pass: <code>npm test</code> |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | fail | green | pass | no test is deleted, skipped or weakened |
    | <code>b.completeness.docs</code><br>the README names accents | warn | not run yet | warn | judged |

    </details>

    <details>
    <summary>How it came about</summary>

    - Plan approved by grace, digest <code>dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd</code>
    - QA: **VERIFIED** at <code>9999999999999999999999999999999999999999</code>
    - 31 tool calls, last audit OK
    - Base: <code>main</code> at <code>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</code>

    </details>

    <details>
    <summary>Scores</summary>

    | iteration | level | score | result | tree | changed | failed | warnings | kept |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | 1/4 | A | 0.67 | FAIL | <code>11111111</code> | <code>src/slug.js</code>, <code>tests/slug.test.js</code> | <code>a.correctness.acceptance</code> | none | yes |
    | 2/4 | A | 1.00 | PASS | <code>22222222</code> | <code>src/slug.js</code> | none | none | yes |
    | 2/4 | B | 0.86 | FAIL | <code>22222222</code> | none | none | <code>b.completeness.docs</code> | yes |

    </details>

    Review it like any other pull request; Loopwright does not merge. A review that requests changes, or a comment \`/loop redirect <text>\`, has it go on with this branch. The branch is yours to change: once you push to it, Loopwright does not.

    Closes #7

    <!-- loopwright-issue:7 -->
    "
  `);
});

it("closes no issue where there is none (OUT-07)", () => {
  const { issue } = aPlan();
  expect(pullRequestBody(aFinishedRun({ issue: { ...issue, number: null } }), null)).not.toContain("Closes");
});

it.each([
  { when: "it has not moved", bases: { verified: sha("b"), shown: sha("b") }, merged: false, unseen: false },
  { when: "it moved before the verification", bases: { verified: sha("5"), shown: sha("5") }, merged: true, unseen: false },
  { when: "it moved after it", bases: { verified: sha("b"), shown: sha("5") }, merged: false, unseen: true },
  { when: "it moved before and after", bases: { verified: sha("5"), shown: sha("6") }, merged: false, unseen: true },
  { when: "it moved back", bases: { verified: sha("5"), shown: sha("b") }, merged: false, unseen: false },
])("tells of the base when $when [S0.61]", ({ bases, merged, unseen }) => {
  const run = aFinishedRun({ bases });
  const body = pullRequestBody(run, null);
  expect(body.includes("verified merged with it as well")).toBe(merged);
  expect(resultComment(run, { compare: null }).includes("not checked together with it")).toBe(unseen);
});

it("says of a format command that failed that the work was not formatted [S0.61]", () => {
  const formatting = { ok: false, details: "npm run format: exit code 2" };
  const run = aRun({ progress: { formatting } });
  expect(statusComment(run, { compare: null })).toContain("### Trouble\n\n- Not formatted: npm run format: exit code 2");
  expect(pullRequestBody(aFinishedRun({ progress: { formatting } }), null)).toContain("- Not formatted: npm run format: exit code 2");
  expect(statusComment(aRun({ progress: { formatting: { ok: true, details: "" } } }), { compare: null })).not.toContain("Not formatted");
});

it("says what was not checked", () => {
  const evaluation = anEvaluation({ "b.completeness.docs": "na" }, { level: "B" });
  const run = aFinishedRun({
    plan: aPlan({ expectedTestChanges: ["tests/old.test.js"] }),
    config: Config.parse({ sandbox: "none" }),
    baseScore: { results: [], tests: { green: true, names: null, details: "" } },
    passedBy: "threshold_reached",
    approval: null,
    qa: null,
    progress: { evaluation, best: { iteration: 2, evaluation } },
  });
  const text = pullRequestBody(run, null);
  for (const said of [
    "Without a verdict: <code>b.completeness.docs</code>",
    "By the plan any change in <code>tests/old.test.js</code> is allowed, but not its deletion",
    "only their exit code was compared",
    "without a sandbox",
    "not approved by anybody",
    "QA: not reached",
    "**Passed** ·",
  ])
    expect(text).toContain(said);
});

it("shows the quoted line that proves a judged rule", () => {
  const evaluation = anEvaluation({}, { level: "B" });
  const results = evaluation.results.map((result) => ({
    ...result,
    evidence: [{ path: "README.md", line: 3, text: "Accents are dropped." }],
  }));
  const text = pullRequestBody(
    aFinishedRun({ progress: { evaluation, best: { iteration: 2, evaluation: { ...evaluation, results } } } }),
    null,
  );
  expect(text).toContain("<code>README.md:3</code> <code>Accents are dropped.</code>");
});

it("shows what the check run on a verified commit says [M1.04]", () => {
  expect(certificateTitle(aFinishedRun())).toMatchInlineSnapshot(`"Score 0.86 (6/7), 3 of 4 points hold"`);
  expect(certificateText(aFinishedRun())).toMatchInlineSnapshot(`
    "QA: **VERIFIED** at <code>9999999999999999999999999999999999999999</code>

    | rule | severity | on base | here | evidence |
    | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | fail | red | pass | exits with 0: <code>node --test tests/slug.test.js</code> |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | fail | green | pass | the base's own tests still pass: <code>npm test</code> |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | fail | green | pass | no test is deleted, skipped or weakened |
    | <code>b.completeness.docs</code><br>the README names accents | warn | not run yet | warn | judged |

    Loopwright checked these rules on the files of this very commit. What has no command to show was judged by a model.
    "
  `);
});

it("shows a draft of work that is not finished, which closes nothing [6.9 #15]", () => {
  const run = aFinishedRun({ stage: "stopped", ending: "iteration_limit", published: null, qa: null });
  expect(draftBody(run, null)).toMatchInlineSnapshot(`
    "**Not finished**, because the last allowed iteration did not pass · iteration 2 of 4 · score 0.86 (6/7) · $0.24, 123.5k tokens · 6 min 12 s

    Keep the letter and drop the accent when a slug is made

    No verifier accepted this work. It is a draft so that somebody can look at it, and finish it or throw it away.

    <details>
    <summary>Distance to success</summary>

    - Threshold 0.90, score 0.86, gap 0.04
    - Failed fail rules: 0
    - Passed rules: 3 of 4

    </details>

    <details>
    <summary>Each point, and how it was checked</summary>

    | rule | severity | on base | here | evidence |
    | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | fail | red | pass | exits with 0: <code>node --test tests/slug.test.js</code> |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | fail | green | pass | the base's own tests still pass: <code>npm test</code> |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | fail | green | pass | no test is deleted, skipped or weakened |
    | <code>b.completeness.docs</code><br>the README names accents | warn | not run yet | warn | judged |

    </details>

    <details>
    <summary>Not passed</summary>

    - <code>b.completeness.docs</code>: README.md says nothing of accents

    </details>

    <details>
    <summary>Not checked</summary>

    - Judged by a model, not by a command: <code>b.completeness.docs</code>
    - Left alone by the plan: Other scripts than Latin

    </details>

    <details>
    <summary>How it came about</summary>

    - Plan approved by grace, digest <code>dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd</code>
    - QA: not reached
    - 31 tool calls, last audit OK
    - Base: <code>main</code> at <code>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</code>

    </details>

    <details>
    <summary>Scores</summary>

    | iteration | level | score | result | tree | changed | failed | warnings | kept |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | 1/4 | A | 0.67 | FAIL | <code>11111111</code> | <code>src/slug.js</code>, <code>tests/slug.test.js</code> | <code>a.correctness.acceptance</code> | none | yes |
    | 2/4 | A | 1.00 | PASS | <code>22222222</code> | <code>src/slug.js</code> | none | none | yes |
    | 2/4 | B | 0.86 | FAIL | <code>22222222</code> | none | none | <code>b.completeness.docs</code> | yes |

    </details>

    For #7, which stays open when this is merged. \`/loop resume\` on the issue goes on with this branch, and makes the draft ready for review once it is verified. The branch is yours to change: once you push to it, Loopwright does not.

    <!-- loopwright-issue:7 -->
    "
  `);
  expect(resultComment({ ...run, drafted: 9 }, { compare: null })).toContain("Draft pull request: #9, which no verifier accepted yet");
});

it("names changed files that run by themselves or steer what runs, and does not refuse them [OUT-20]", () => {
  const rows = [
    aRow(1, anEvaluation({}), { kept: true, changed: ["package.json", "src/slug.js"] }),
    aRow(2, anEvaluation({}), { kept: false, changed: ["Makefile"] }),
  ];
  const run = aFinishedRun();
  const text = pullRequestBody({ ...run, progress: { ...run.progress, rows } }, null);
  expect(text).toContain("- Changed, and to be looked at with care: <code>package.json</code>\n");
  expect(text).not.toContain("with care: <code>Makefile");
});

it("says where changes may be folded away on the page itself [OUT-12, OUT-20]", () => {
  const bodyOf = (changed: readonly string[]): string => {
    const run = aFinishedRun();
    return pullRequestBody(
      {
        ...run,
        progress: { ...run.progress, rows: [aRow(1, anEvaluation({}), { kept: true, changed: [...changed] })] },
      },
      null,
    );
  };
  expect(bodyOf(["src/.gitattributes", "src/slug.js"])).toContain(
    "- Says which changes GitHub does not show: <code>src/.gitattributes</code>. Open each folded file, or read <code>git diff --text</code>\n",
  );
  expect(bodyOf(["package.json", "gitattributes.md"])).not.toContain("does not show");
});

it("ends with the issue that it closes, however long it is [OUT-09]", () => {
  const plan = aPlan();
  const long = {
    ...plan,
    objective: { ...plan.objective, deliverables: Array.from({ length: 3000 }, (_, at) => `deliverable ${at} ${"x".repeat(30)}`) },
  };
  const text = pullRequestBody(aFinishedRun({ plan: long }), null);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
  expect(text.endsWith("\n\nCloses #7\n\n<!-- loopwright-issue:7 -->\n")).toBe(true);
});
