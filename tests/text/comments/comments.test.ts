import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { Limits } from "#core/values/limits.ts";
import { helpText } from "#text/comments/help.ts";
import { newPlanComment } from "#text/comments/new-plan-comment.ts";
import { planComment } from "#text/comments/plan-comment.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aFinishedRun, aRow, aStoppedRun } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun, sha } from "../../builders/run.ts";

const LINKS = { compare: "https://github.com/o/r/compare/main...loop/7-slugs" };
const waiting = (overrides: Parameters<typeof aRun>[0] = {}) => aRun({ stage: "awaiting_approval", approval: null, ...overrides });

it("shows a plan [S0.14, S1.08]", () => {
  expect(planComment(waiting())).toMatchInlineSnapshot(`
    "**Plan** · workflow <code>tdd</code> · code · judged: 15 %

    Nothing is done before somebody approves this plan; how stands at its end.

    Titles with accents give addresses that nobody can guess

    Keep the letter and drop the accent when a slug is made

    - src/slug.js folds accents
    - a test for it

    - Done when: slug("Crème") is creme

    Gate: tests pass. Guardrails: <code>require&#95;acceptance&#95;test</code>, <code>verify&#95;before&#95;complete</code>.

    ### Done when these rules hold

    | rule | level | severity | weight | check | on base |
    | --- | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#96;slug("Crème Brûlée")&#96; is &#96;creme-brulee&#96; | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js</code> | not run yet |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | A | fail | 2 | the base's own tests still pass: <code>npm test</code> | not run yet |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | A | fail | 2 | no test is deleted, skipped or weakened | not run yet |
    | <code>b.completeness.docs</code><br>the README names accents | B | warn | 1 | judged: Does README.md say what happens to accents? | not run yet |

    ### Work

    \`\`\`mermaid
    flowchart TD
      A1["A1: Write the failing test"]
      A2["A2: Fold accents in src/slug.js"]
      A3["A3: Say so in README.md"]
      A1 --> A2
      A2 --> A3
    \`\`\`

    - **A1** Write the failing test
    - **A2** Fold accents in src/slug.js (after A1)
    - **A3** Say so in README.md (after A2)

    ### Scope

    - May change: <code>src/slug.js</code>, <code>tests/&#42;&#42;</code>, <code>README.md</code>; anything else is reported
    - Left alone: Other scripts than Latin
    - Protected: <code>.github/workflows/&#42;&#42;</code>

    ### Limits

    - At most 4 iterations and 2 rounds of QA; cap: $2.00 or 5.00M tokens
    - Thresholds: level A 0.8, level B 0.9; no fail rule may be red
    - Base: <code>main</code> at <code>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</code>
    - Setup, with the registries of packages: <code>npm ci</code>

    ### Plan-critic

    **PROCEED** after 0 revisions.

    ### Your answer

    Digest: <code>dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd</code>

    <code>/approve</code> confirms both:

    - Success criteria: 4 rules, thresholds A 0.8 and B 0.9, no fail rule red
    - Maximum of iterations: 4

    Reply <code>/approve</code> to start (write access, within 24 hours), or <code>/stop</code> to end. \`/loop approve dddddddddddd\` approves this text and no other; <code>/approve step</code> pauses after each iteration.

    <code>/approve max&#95;iterations=6</code> starts nothing: it changes the number and shows the plan again (max_iterations, tokens, dollars, minutes, threshold_a, threshold_b).

    For another plan: <code>/redirect &#60;what should be otherwise&#62;</code>.
    "
  `);
});

it("shows in a plan what was hidden in the issue, what the critic found, and why it is asked again [INJ-28]", () => {
  const { issue, rules } = aPlan();
  const long = `node --test ${"tests/slug.test.js ".repeat(6)}| grep -c pass`;
  const plan = aPlan({
    issue: { ...issue, body: "<!-- PWN --> P\u2060W\u2060N" },
    rules: [
      normaliseRule({ id: "a.correctness.long", description: "long", severity: "fail", check: { kind: "command", run: long } }),
      ...rules,
    ],
    expectedTestChanges: ["tests/old.test.js"],
    limits: Limits.parse({ tokens: null }),
    setup: [],
    scope: { paths: ["src/**"], out: [] },
  });
  const run = waiting({
    plan,
    baseScore: { results: anEvaluation({ "a.correctness.acceptance": "fail", "b.completeness.docs": "na" }).results, tests: null },
    request: { digest: "d".repeat(64), reason: "base_already_green", at: 0 },
    review: { verdict: "PROCEED", findings: [{ check: "edge-cases", problem: "ß is not named.", suggestion: "Name it." }] },
    revisions: 1,
  });
  expect(planComment(run)).toMatchInlineSnapshot(`
    "**Plan** · workflow <code>tdd</code> · code · judged: 12 %

    This plan cannot be approved; why stands at its end.

    Titles with accents give addresses that nobody can guess

    Keep the letter and drop the accent when a slug is made

    - src/slug.js folds accents
    - a test for it

    - Done when: slug("Crème") is creme

    Taken out of the issue, because its readers do not see it:

    - 2 invisible characters: <code>&#92;u{2060}&#92;u{2060}</code>
    - 1 HTML comment: <code>PWN</code>

    Look at the source of the issue (Edit, or Quote reply) before you approve.

    Gate: tests pass. Guardrails: <code>require&#95;acceptance&#95;test</code>, <code>verify&#95;before&#95;complete</code>.

    ### Done when these rules hold

    | rule | level | severity | weight | check | on base |
    | --- | --- | --- | --- | --- | --- |
    | <code>a.correctness.long</code><br>long | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js tests/slug.test.js tests/slug.test.js tests/slug…</code> | not run yet |
    | <code>a.correctness.acceptance</code><br>&#96;slug("Crème Brûlée")&#96; is &#96;creme-brulee&#96; | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js</code> | red |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | A | fail | 2 | the base's own tests still pass: <code>npm test</code> | green |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | A | fail | 2 | no test is deleted, skipped or weakened | green |
    | <code>b.completeness.docs</code><br>the README names accents | B | warn | 1 | judged: Does README.md say what happens to accents? | not run yet |

    <details>
    <summary>Checks in full</summary>

    <code>a.correctness.long</code>

    \`\`\`text
    node --test tests/slug.test.js tests/slug.test.js tests/slug.test.js tests/slug.test.js tests/slug.test.js tests/slug.test.js | grep -c pass
    \`\`\`

    </details>

    ### Work

    \`\`\`mermaid
    flowchart TD
      A1["A1: Write the failing test"]
      A2["A2: Fold accents in src/slug.js"]
      A3["A3: Say so in README.md"]
      A1 --> A2
      A2 --> A3
    \`\`\`

    - **A1** Write the failing test
    - **A2** Fold accents in src/slug.js (after A1)
    - **A3** Say so in README.md (after A2)

    ### Scope

    - May change: <code>src/&#42;&#42;</code>; anything else is reported
    - Protected: <code>.github/workflows/&#42;&#42;</code>
    - Tests expected to change, and so not held against the work: <code>tests/old.test.js</code>

    ### Limits

    - At most 4 iterations and 2 rounds of QA; cap: none
    - Thresholds: level A 0.8, level B 0.9; no fail rule may be red
    - Base: <code>main</code> at <code>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</code>

    ### Plan-critic

    **PROCEED** after 1 revision.

    - edge-cases: ß is not named. (suggestion: Name it.)

    ### Your answer

    Asked again because no fail rule is red on the base, so nothing would show that the work was done.

    Digest: <code>dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd</code>

    This plan cannot be approved. Say with <code>/redirect &#60;text&#62;</code> what else should be done, or end this run with <code>/stop</code>.
    "
  `);
});

const MEMORIES: Plan["memories"] = [
  { id: "m-0123456789", text: "We use `tabs`, @wim; fixes #1.", from: { kind: "word", runId: "sum-20260101-000000", issue: 3, by: "wim" } },
  { id: "m-0123456780", text: "Setup works: `npm ci`.", from: { kind: "fact", runId: "sum-20260101-000000", issue: 3, by: "driver" } },
  { id: "m-0123456781", text: "Name the tests.", from: { kind: "reflection", runId: "mul-20260101-000000", issue: 4, by: "reflector" } },
];

it("shows in a plan what earlier runs left, with id, source and a link, and how to take it out [S3.42, S0.55]", () => {
  const text = planComment(waiting({ plan: aPlan({ memories: MEMORIES }) }));
  expect(text.slice(text.indexOf("### From earlier"), text.indexOf("### Plan-critic"))).toMatchInlineSnapshot(`
    "### From earlier runs

    - <code>m-0123456789</code> We use &#96;tabs&#96;, @<!-- -->wim; fixes #<!-- -->1. (said by wim, a maintainer, in issue 3, #3)
    - <code>m-0123456780</code> Setup works: &#96;npm ci&#96;. (seen by the driver in issue 3, #3)
    - <code>m-0123456781</code> Name the tests. (concluded by a model in issue 4, and not checked, #4)

    \`/loop forget <id>\` takes one out for later plans (write access).

    "
  `);
  expect(planComment(waiting())).not.toContain("From earlier runs");
});

it("shows a plan that nobody has reviewed or been asked about, where only named commands count", () => {
  const run = waiting({ review: null, request: null });
  expect(planComment(run)).toContain("not reviewed");
  expect(planComment(run)).not.toContain("Digest");
  const named = planComment(waiting({ config: { ...run.config, commands: { bare: false } } }));
  expect(named).toContain("<code>/loop approve</code>");
  expect(named).not.toContain("<code>/approve</code>");
});

it("says of a plan with judged rules how much is judged, and of one without nothing", () => {
  expect(planComment(waiting()).split("\n")[0]).toBe("**Plan** · workflow <code>tdd</code> · code · judged: 15 %");
  const plan = aPlan({ rules: aPlan().rules.slice(0, 3) });
  expect(planComment(waiting({ plan })).split("\n")[0]).toBe("**Plan** · workflow <code>tdd</code> · code");
});

it("shows the status of a run that is going on [M4.04]", () => {
  const first = anEvaluation(
    { "a.correctness.acceptance": "fail" },
    { details: "TAP version 13\nnot ok 1\nexpected 'creme', got 'crme'\n" },
  );
  const evaluation = anEvaluation({ "a.correctness.base-tests": "fail" }, { tree: sha("2"), details: "1 test of the base fails" });
  const run = aRun({
    baseScore: { results: [], tests: null },
    progress: {
      iteration: 2,
      step: "CRITIQUE",
      steps: [{ text: "Fold accents", rules: ["a.correctness.acceptance"], atom: null, open: true }],
      evaluation,
      best: { iteration: 1, evaluation: first },
      head: { commit: sha("9"), tree: sha("1") },
      rows: [aRow(1, first), aRow(2, evaluation, { kept: false, changed: Array.from({ length: 7 }, (_, index) => `src/f${index}.js`) })],
    },
  });
  expect(statusComment(run, LINKS)).toMatchInlineSnapshot(`
    "**Running** · iteration 2 of 4 · score 0.67 (4/6) at level A · $0.24, 123.5k tokens · 6 min 12 s

    Next: the failed rules are explained.

    ### Work

    \`\`\`mermaid
    flowchart TD
      A1["A1: Write the failing test"]
      A2["A2: Fold accents in src/slug.js"]
      A3["A3: Say so in README.md"]
      A1 --> A2
      A2 --> A3
      classDef pending fill:#f6f8fa,stroke:#8c959f,color:#24292f
      classDef running fill:#ddf4ff,stroke:#0969da,color:#24292f
      classDef resolved fill:#dafbe1,stroke:#1a7f37,color:#24292f
      classDef skipped fill:#f6f8fa,stroke:#d0d7de,color:#8c959f,stroke-dasharray:4
      classDef failed fill:#ffebe9,stroke:#cf222e,color:#24292f
      class A1 pending
      class A2 pending
      class A3 pending
    \`\`\`

    - [ ] **A1** Write the failing test (open)
    - [ ] **A2** Fold accents in src/slug.js (open)
    - [ ] **A3** Say so in README.md (open)

    ### Scores

    | iteration | level | score | result | tree | changed | failed | warnings | kept |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | 1/4 | A | 0.67 | FAIL | <code>11111111</code> | <code>src/slug.js</code>, <code>tests/slug.test.js</code> | <code>a.correctness.acceptance</code> | none | yes |
    | 2/4 | A | 0.67 | FAIL | <code>22222222</code> | <code>src/f0.js</code>, <code>src/f1.js</code>, <code>src/f2.js</code>, <code>src/f3.js</code>, <code>src/f4.js</code> and 2 more | <code>a.correctness.base-tests</code> | none | no |

    \`\`\`mermaid
    xychart-beta
      title "Score of each evaluation; the line is the threshold"
      x-axis ["1A", "2A"]
      y-axis "score" 0 --> 1
      bar [0.67, 0.67]
      line [0.80, 0.80]
    \`\`\`

    ### Not passed

    - <code>a.correctness.acceptance</code>: expected 'creme', got 'crme'

    <details>
    <summary>Output of the failed checks</summary>

    <code>a.correctness.acceptance</code>

    \`\`\`text
    TAP version 13
    not ok 1
    expected 'creme', got 'crme'
    \`\`\`

    </details>

    <details>
    <summary>Steps of this iteration</summary>

    - Fold accents

    </details>
    "
  `);
});

it("shows the status of a run in trouble", () => {
  const run = aRun({
    stage: "failed",
    ending: "phase_error",
    errorState: { step: "PLAN", count: 2, message: "the answer did not fit: steps[0].rules is empty", retryable: true },
    setup: { ok: false, details: "npm ci: exit code 1" },
    budgetRefused: "the cap of $2.00 is reached",
    unreadable: "line 3: not JSON",
    questions: [{ question: "Which Node?", default: null }],
    progress: { steps: [{ text: "Fold accents", rules: ["a.correctness.acceptance"], atom: null, open: false }] },
  });
  expect(statusComment(run, LINKS)).toMatchInlineSnapshot(`
    "**Blocked**, because the run's history cannot be read · iteration 1 of 4 · not scored yet · $0.24, 123.5k tokens · 6 min 12 s

    Next: a maintainer looks at the objection and clears it with \`/loop unblock <reason>\`; nothing goes on by itself.

    ### Trouble

    - PLAN failed (attempt 2): the answer did not fit: steps&#91;0&#93;.rules is empty
    - Setup failed: npm ci: exit code 1
    - Not spent: the cap of &#36;2.00 is reached
    - History: line 3: not JSON

    ### Work

    \`\`\`mermaid
    flowchart TD
      A1["A1: Write the failing test"]
      A2["A2: Fold accents in src/slug.js"]
      A3["A3: Say so in README.md"]
      A1 --> A2
      A2 --> A3
      classDef pending fill:#f6f8fa,stroke:#8c959f,color:#24292f
      classDef running fill:#ddf4ff,stroke:#0969da,color:#24292f
      classDef resolved fill:#dafbe1,stroke:#1a7f37,color:#24292f
      classDef skipped fill:#f6f8fa,stroke:#d0d7de,color:#8c959f,stroke-dasharray:4
      classDef failed fill:#ffebe9,stroke:#cf222e,color:#24292f
      class A1 pending
      class A2 pending
      class A3 pending
    \`\`\`

    - [ ] **A1** Write the failing test (open)
    - [ ] **A2** Fold accents in src/slug.js (open)
    - [ ] **A3** Say so in README.md (open)

    <details>
    <summary>Steps of this iteration</summary>

    - Fold accents (done before)

    </details>
    "
  `);
});

it("shows how a run ended well [M0.08]", () => {
  expect(resultComment(aFinishedRun(), LINKS)).toMatchInlineSnapshot(`
    "**Completed**, because no fail rule is red; warnings remain · iteration 2 of 4 · score 0.86 (6/7) at level B · $0.24, 123.5k tokens · 6 min 12 s

    Pull request: #8

    ### Summary

    | field | value |
    | --- | --- |
    | iteration | 2 |
    | max_iterations | 4 |
    | level | B |
    | final_score | 0.86 |
    | artifact_status | evaluated |
    | stop_reason | no_major_issues |

    ### Not passed

    - <code>b.completeness.docs</code>: README.md says nothing of accents

    ### Verification

    - QA: **VERIFIED** in round 1, at <code>9999999999999999999999999999999999999999</code>; output PASS, process PASS, semantics PASS
    - output, minor: the README is silent (fix: add a line)

    ### Audits

    - 31 tool calls, last audit OK
    - The moments of the audits can be rechecked: the history of <code>slugs-lose-accented-letters-20261121-093000</code> reveals each key at the end of its loop, and fixed its SHA-256 (the last is <code>eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee</code>) before any work was done.

    <details>
    <summary>Framework Reflection</summary>

    - Request: Slugs lose accented letters
    - Guidance received: plan-critic PROCEED after 0 revision(s); last audit OK
    - Followed: Yes: no fail rule is red
    - Outcome: Success
    - Accomplishment: score 0.86 at level B after 2 iteration(s); work is on the branch
    - Root cause: none: the run succeeded
    - Proposed change: none needed

    </details>

    Next: a person reviews the work; a review that requests changes, or \`/loop redirect <text>\`, carries it on.
    "
  `);
});

it("shows how far a run was from success when it stopped (S1.55) [M1.06]", () => {
  expect(resultComment(aStoppedRun(), LINKS)).toMatchInlineSnapshot(`
    "**Stopped**, because the last allowed iteration did not pass · iteration 4 of 4 · score 0.67 (4/6) at level A · $0.24, 123.5k tokens · 6 min 12 s

    No pull request. Branch: <code>loop/7-slugs-lose-accented-letters</code> at <code>9999999999999999999999999999999999999999</code> ([compare](https://github.com/o/r/compare/main...loop/7-slugs))

    ### Summary

    | field | value |
    | --- | --- |
    | iteration | 4 |
    | max_iterations | 4 |
    | level | A |
    | final_score | 0.67 |
    | artifact_status | evaluated |
    | stop_reason | iteration_limit |

    ### Distance to success

    - Threshold 0.80, score 0.67, gap 0.13
    - Failed fail rules: 1 (<code>a.correctness.acceptance</code>)
    - Passed rules: 2 of 3

    ### Not passed

    - <code>a.correctness.acceptance</code>: exit code 1: expected 'creme', got 'crme'

    ### Verification

    - QA: not reached

    ### Audits

    - 0 tool calls, no audit was made
    - The moments of the audits can be rechecked: the history of <code>slugs-lose-accented-letters-20261121-093000</code> reveals each key at the end of its loop, and fixed its SHA-256 (the last is <code>eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee</code>) before any work was done.

    Next: a maintainer resumes the run with \`/loop resume\`, or takes the branch over.
    "
  `);
});

it("shows who stopped a run, what an audit objected to, and that there is nothing to look at", () => {
  const run = aRun({
    stage: "blocked",
    plan: null,
    approval: null,
    stopRequest: { by: "grace", note: "wrong branch" },
    audits: {
      last: { verdict: "BLOCK", drift: "none", issue: "edits CI", principle: "scope", correction: "undo it" },
      calls: 1,
      lastAt: 1,
      beforeQa: false,
      owed: false,
      cleared: null,
    },
  });
  const text = resultComment(run, LINKS);
  for (const said of [
    "Stopped by grace: wrong branch",
    "1 tool call, last audit BLOCK",
    "scope: edits CI (correction: undo it)",
    "there is no branch",
  ])
    expect(text).toContain(said);
  expect(resultComment(aRun({ stopRequest: { by: "grace", note: "" } }), LINKS)).toContain("Stopped by grace\n");
});

it("names the branch where there is no page to compare", () => {
  const text = resultComment(aStoppedRun(), { compare: null });
  expect(text).toContain(`No pull request. Branch: <code>loop/7-slugs-lose-accented-letters</code> at <code>${sha("9")}</code>\n`);
});

it("says what comes next for the run, not that this very comment is sent", () => {
  const over = aStoppedRun();
  const sending: Run = { ...over, effects: { result: { at: 1, settled: null } } };
  expect(resultComment(sending, LINKS)).toBe(resultComment(over, LINKS));
});

it.each([true, false])("explains the commands, bare ones counting: %s", (bare) => {
  expect(helpText({ bare }).includes("`/approve`")).toBe(bare);
});

it("says what comes next for the run, not that this very comment is sent", () => {
  const over = aStoppedRun();
  const sending = { ...over, effects: { result: { at: 1, settled: null } } };
  expect(resultComment(sending, LINKS)).toBe(resultComment(over, LINKS));
});

it("explains the commands", () => {
  expect(helpText({ bare: true })).toMatchInlineSnapshot(`
    "| command | who | what |
    | --- | --- | --- |
    | \`/loop approve\` | write access | starts the plan as it is shown; with a digest behind it, that plan and no other; with \`step\`, the run pauses after each iteration. Where questions are asked: takes their defaults |
    | \`/loop approve max_iterations=6\` | write access | starts nothing: changes numbers of the plan (max_iterations, tokens, dollars, minutes, threshold_a, threshold_b) within what the configuration allows, and shows it again |
    | \`/loop redirect <text>\` | write access | answers questions, has another plan made, or says what a run at work, or one whose pull request is open, should do otherwise |
    | \`/loop pause\`, \`/loop continue\` | write access | lets the run rest at the next step, and go on from there |
    | \`/loop stop\` | write access, or the author of the issue | ends the run; words behind it are kept as the reason |
    | \`/loop resume\` | write access | takes a paused, stopped or failed run up again |
    | \`/loop unblock <reason>\` | write access | clears the objection of an audit; a fresh audit comes first |
    | \`/loop forget <id>\` | write access | takes out what an earlier run left, so that no later plan is shown it |
    | \`/loop status\` | triage, or the author of the issue | answers with how the run stands |
    | \`/loop history\` | triage, or the author of the issue | answers with every event of the run, folded |
    | \`/loop clean\` | write access | shows what a run that is over left behind, and how to have it removed |
    | \`/loop help\` | triage, or the author of the issue | shows this |

    A command is the first line of a new comment; edited comments do not count. While this issue has a run, the same words count without \`loop\`: \`/approve\`, \`/stop\`.
    "
  `);
});

const HOSTILE = "x | y\n| a | b |\n@ada fixes #1 <details> ```\n![p](https://e.io/?d=1) </code><!-- ";

/** A finished run in which every text that somebody else wrote is `text`. */
function told(text: string): Run {
  const path = text.slice(0, 60) || "x";
  const rules = [
    ...aPlan().rules,
    normaliseRule({ id: "a.c.x", description: path, severity: "fail", check: { kind: "command", run: `true ${text}` } }),
    normaliseRule({ id: "b.c.y", description: path, severity: "warn", check: { kind: "content", question: `is it ${text}` } }),
  ];
  const said = text || "x";
  const plan = aPlan({
    rules,
    objective: {
      background: said,
      intent: said,
      deliverables: [said],
      done: [said],
      clarifications: [{ question: said, resolution: said }],
    },
    atoms: [anAtom("A1", { description: said }), anAtom("A2", { description: said, dependsOn: ["A1"] })],
    scope: { paths: [path], out: [said] },
    expectedTestChanges: [path],
    setup: [path],
  });
  const evaluation = anEvaluation({ "a.c.x": "fail", "b.c.y": "warn" }, { level: "B", plan, details: text });
  const quoted = { ...evaluation, results: evaluation.results.map((result) => ({ ...result, evidence: [{ path, line: 1, text }] })) };
  return aFinishedRun({
    plan,
    review: { verdict: "PROCEED", findings: [{ check: "logic", problem: said, suggestion: said }] },
    qa: {
      rounds: 1,
      head: sha("9"),
      rejected: null,
      last: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "minor", problem: said, fix: said }] },
    },
    questions: [{ question: said, default: said }],
    errorState: { step: "PLAN", count: 1, message: text, retryable: true },
    stopRequest: { by: said, note: text },
    approval: { by: said, digest: "d".repeat(64), handover: "a".repeat(64), comment: null, account: null, at: 0 },
    progress: {
      evaluation: quoted,
      best: { iteration: 1, evaluation: quoted },
      rows: [aRow(1, quoted, { changed: [path] }), aRow(2, quoted)],
      steps: [{ text: said, rules: ["a.c.x"], atom: null, open: true }],
    },
  });
}

const COMMENTS = {
  plan: planComment,
  status: (run: Run) => statusComment(run, LINKS),
  result: (run: Run) => resultComment(run, LINKS),
  "pull request": pullRequestBody,
};
const cases = Object.entries(COMMENTS).map(([name, write]) => ({ name, write }));

/** The shape of a comment outside blocks of code: what kind of line follows what. */
function shape(markdown: string): readonly string[] {
  const outside: string[] = [];
  let ticks = "";
  for (const line of markdown.split("\n")) {
    const [run = ""] = /^`{3,}/.exec(line) ?? [];
    if (ticks === "" && run === "") outside.push(line);
    if (ticks === "") ticks = run;
    else if (line === ticks) ticks = "";
  }
  return outside.map((line) =>
    line.startsWith("|") ? `row of ${line.split("|").length}` : line.startsWith("<") ? line : line.slice(0, 2),
  );
}

it.each(cases)("OUT-08 $name keeps its shape, whatever others wrote", ({ write }) => {
  const structure = (text: string) => shape(write(told(text))).filter((line) => /^(row|<.?details|##|- )/.test(line));
  const plain = structure(`one\ntwo ${"x".repeat(90)}`);
  void fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
      expect(structure(`${HOSTILE}${text}\nend ${"x".repeat(90)}`)).toEqual(plain);
    }),
    { numRuns: 30 },
  );
});

it("would notice a cell, a fold or a block that others could open", () => {
  const fair = shape("| a | b |\n- c");
  for (const planted of [`| a | ${HOSTILE} |\n- c`, "| a | <details>\n- c", "| a | b |\n```\n- c"])
    expect(shape(planted)).not.toEqual(fair);
});

it("shows on the command line the digest, and no command of GitHub's", () => {
  const text = planComment(waiting({ issue: { ...aPlan().issue, number: null } }));
  expect(text).toContain("Digest: ");
  expect(text).not.toContain("/approve");
});

it.each(cases)("OUT-05 to OUT-07 $name mentions nobody, closes nothing and links nowhere for others", ({ write }) => {
  const outside = shape(write(told(HOSTILE))).join("\n") + write(told(HOSTILE)).replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
  expect(outside).not.toMatch(/@ada|#1\b|!\[|https:\/\/e\.io/);
});

it.each(cases)("OUT-09, CR-17: $name fits, even if everything in it is long", ({ write }) => {
  const rules = Array.from({ length: 40 }, (_, index) =>
    normaliseRule({
      id: `a.long.r${index}`,
      description: "|".repeat(500),
      severity: "fail",
      check: { kind: "command", run: "|".repeat(2000) },
    }),
  );
  const plan = aPlan({ rules });
  const verdicts = Object.fromEntries(rules.map(({ id }) => [id, "fail"] as const));
  const evaluation = anEvaluation(verdicts, { plan, details: "line\n".repeat(400) });
  const run = aFinishedRun({ plan, progress: { evaluation, best: { iteration: 1, evaluation }, rows: [aRow(1, evaluation)] } });
  expect(write(run).length).toBeLessThanOrEqual(65_000);
});

it("shows in a result why a run ended before there was work: questions, the plan-critic's findings, what a station could not do", () => {
  const findings = [{ check: "verification" as const, problem: "Nothing can be checked.", suggestion: "Say what must come out." }];
  const halted = aRun({ stage: "halted", ending: "critic_halt", approval: null, review: { verdict: "HALT", findings } });
  expect(resultComment(halted, LINKS)).toContain("**HALT** after 0 revisions.\n\n- verification: Nothing can be checked.");
  expect(
    resultComment(aRun({ stage: "needs_info", plan: null, questions: [{ question: "Which Node?", default: null }] }), LINKS),
  ).toContain("### Questions\n\n- Which Node? (no default)");
  const gaveUp = { reason: "worker_lost" as const, message: "run: failure, verify: skipped" };
  const lost = resultComment(aRun({ stage: "failed", ending: "worker_lost", gaveUp }), LINKS);
  expect(lost).toContain("### Trouble\n\n- the workflow run ended before the run did: run: failure, verify: skipped");
  expect(resultComment(aFinishedRun(), LINKS)).not.toMatch(/### (Questions|Trouble|Plan-critic)/);
});

function asking(answer: string | null): Run {
  return aRun({ stage: "needs_info", ending: "questions", plan: null, questions: [{ question: "Which Node?", default: answer }] });
}

it("tells of a plan that was made anew, for an edit of its comment tells nobody [M2.01]", () => {
  const corrections = [{ by: "grace", text: "Not the README.", kind: "objective_change" as const, at: 1, asked: [] }];
  expect(newPlanComment(waiting({ corrections }))).toMatchInlineSnapshot(`
    "**The plan was made anew**, as grace asked. It stands in the plan comment above, with the digest <code>dddddddddddd</code>.

    Read it there; <code>/approve</code> starts it, <code>/redirect &#60;text&#62;</code> asks for another one.

    "
  `);
  expect(newPlanComment(waiting({ config: Config.parse({ commands: { bare: false } }) }))).toContain("<code>/loop approve</code>");
  expect(planComment(waiting({ stage: "hydrating", request: null, corrections }))).toContain("This plan does not hold any more");
});

it.each([
  { when: "it can be resumed", run: aStoppedRun(), says: "a maintainer resumes the run" },
  { when: "it was never approved", run: aStoppedRun({ approval: null }), says: "somebody sets the label again for a new run" },
  { when: "it failed twice", run: aStoppedRun({ stage: "failed", revived: 1 }), says: "somebody sets the label again for a new run" },
  {
    when: "the base is green",
    run: waiting({ request: { digest: "d", reason: "base_already_green", at: 0 } }),
    says: "a maintainer says what else should be done with `/loop redirect <text>`",
  },
  {
    when: "no alternative is left",
    run: aStoppedRun({ ending: "or_exhausted" }),
    says: "a maintainer says what else to try with `/loop redirect <text>`",
  },
  { when: "it paused", run: aRun({ stage: "paused", ending: "step_pause" }), says: "a maintainer goes on with `/loop continue`" },
  {
    when: "it is blocked",
    run: aRun({ stage: "blocked", ending: "audit_block" }),
    says: "a maintainer looks at the objection and clears it",
  },
  {
    when: "it asks",
    run: asking("This."),
    says: "a maintainer answers with `/loop redirect <answers>`, or takes the defaults with `/loop approve`",
  },
  {
    when: "it asks what has no default",
    run: asking(null),
    says: "a maintainer answers with `/loop redirect <answers>`; what is asked has no default",
  },
])("says what a run waits for when $when [S1.08, X.05, C0.03, M2.07]", ({ run, says }) => {
  expect(resultComment(run, LINKS)).toContain(`Next: ${says}`);
});

it("says nothing of its own sending", () => {
  const sent = { at: 0, settled: null };
  expect(resultComment(aStoppedRun({ effects: { result: sent } }), LINKS)).toBe(resultComment(aStoppedRun(), LINKS));
});

it("tells how the time budget was used: counted, cap, overshoot, last completed step [S1.51]", () => {
  const limits = { ...aPlan().limits, minutes: 5 };
  const run = aRun({ stage: "stopped", ending: "budget_exceeded", plan: aPlan({ limits }), worked: { ms: 312_000, last: "EVALUATE" } });
  expect(resultComment(run, LINKS)).toContain("### Time budget\n\n312 s of at most 300 s, over by 12 s; last completed step: EVALUATE");
  expect(planComment({ ...run, worked: { ms: 0, last: null } })).toContain("or 5 minutes of work");
  expect(resultComment({ ...run, worked: { ms: 0, last: null } }, LINKS)).toContain("0 s of at most 300 s; last completed step: none");
  expect(resultComment({ ...run, plan: aPlan() }, LINKS)).not.toContain("Time budget");
});

it("shows no final score of work that was changed after its evaluation, but the last one that was found [S1.52, S1.55, 6.9 #8]", () => {
  const run = aStoppedRun();
  const stale = { ...run, progress: { ...run.progress, tree: sha("7") } };
  expect(resultComment(stale, LINKS)).toContain("| final_score | none |\n| last_evaluated_score | 0.67 |\n| artifact_status | stale |");
  expect(statusComment(stale, LINKS)).toContain("changed since its last score 0.67 (4/6) at level A");
});

it("says after a person's stop that the threshold had been reached, where it had, and offers to go on [C1.03]", () => {
  const best = { iteration: 1, evaluation: anEvaluation({}, { level: "B" }) };
  const run = aRun({ stage: "stopped", ending: "user_stop", stopRequest: { by: "ana", note: "" }, progress: { best } });
  expect(resultComment(run, LINKS)).toContain("The threshold had been reached by then; `/loop resume` has the work verified");
  const red = { iteration: 1, evaluation: anEvaluation({ "a.correctness.acceptance": "fail" }, { level: "B" }) };
  expect(resultComment({ ...run, progress: { ...run.progress, best: red } }, LINKS)).not.toContain("had been reached");
});

it("shows the last phase_error of a failed run where it says how to go on [S1.60]", () => {
  const trouble = { step: "PLAN", count: 2, message: "the answer of the planner did not fit", retryable: true } as const;
  const body = resultComment(aRun({ stage: "failed", ending: "phase_error", errorState: trouble }), LINKS);
  expect(body).toContain("PLAN failed (attempt 2): the answer of the planner did not fit");
  expect(body).toContain("Next: a maintainer removes the cause and resumes the run with `/loop resume`");
});

it("links to the whole change once level A has passed, and not before [S1.45, S1.54, M1.05]", () => {
  const [red, green] = [anEvaluation({ "a.correctness.acceptance": "fail" }), anEvaluation()];
  const before = aRun({ progress: { evaluation: red, rows: [aRow(1, red)] } });
  expect(statusComment(before, LINKS)).not.toContain(LINKS.compare);
  const after = aRun({ progress: { evaluation: green, level: "B", iteration: 2, rows: [aRow(1, red), aRow(2, green)] } });
  expect(statusComment(after, LINKS)).toContain(`Level A passed in iteration 2: [the whole change](${LINKS.compare}).`);
  expect(statusComment(after, { compare: null })).not.toContain("the whole change");
});

it("takes a step that a stop interrupted for no trouble", () => {
  const trouble = { step: "PRODUCE_PREPARE", count: 1, message: "interrupted", retryable: true } as const;
  const stopped = { trouble, stopRequest: { by: "ana", note: "" } };
  expect(statusComment(aRun(stopped), { compare: null })).not.toContain("interrupted");
  expect(statusComment(aRun({ errorState: trouble }), { compare: null })).toContain("PRODUCE_PREPARE failed (attempt 1): interrupted");
  expect(statusComment(aRun({ ...stopped, errorState: { ...trouble, message: "no answer" } }), { compare: null })).toContain("no answer");
});
