/** The comment that shows how a run stands. */
import { expect, it } from "vitest";
import { statusComment } from "#text/comments/status-comment.ts";
import { aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aRun, sha } from "../../builders/run.ts";
import { LINKS } from "./links.ts";

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
    "**Running** · iteration 2 of 4 · score 0.67 (4/6) of what must hold · $0.24, 123.5k tokens · 6 min 12 s
    Next: the failed rules are explained.

    \`\`\`mermaid
    xychart-beta
      title "Score of each evaluation; the line is the threshold"
      x-axis ["1A", "2A"]
      y-axis "score" 0 --> 1
      bar [0.67, 0.67]
      line [0.80, 0.80]
    \`\`\`

    - [ ] **A1** Write the failing test (open)
    - [ ] **A2** Fold accents in src/slug.js (open)
    - [ ] **A3** Say so in README.md (open)

    <details>
    <summary>Not passed</summary>

    - <code>a.correctness.acceptance</code>: expected 'creme', got 'crme'

    <code>a.correctness.acceptance</code>

    \`\`\`text
    TAP version 13
    not ok 1
    expected 'creme', got 'crme'
    \`\`\`

    </details>

    <details>
    <summary>Scores</summary>

    | iteration | level | score | result | tree | changed | failed | warnings | kept |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | 1/4 | A | 0.67 | FAIL | <code>11111111</code> | <code>src/slug.js</code>, <code>tests/slug.test.js</code> | <code>a.correctness.acceptance</code> | none | yes |
    | 2/4 | A | 0.67 | FAIL | <code>22222222</code> | <code>src/f0.js</code>, <code>src/f1.js</code>, <code>src/f2.js</code>, <code>src/f3.js</code>, <code>src/f4.js</code> and 2 more | <code>a.correctness.base-tests</code> | none | no |

    </details>

    <details>
    <summary>Steps of this iteration</summary>

    - Fold accents

    </details>

    <details>
    <summary>How the tasks depend on each other</summary>

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

    - PLAN failed (attempt 2): the answer did not fit: steps&#x5b;0&#x5d;.rules is empty
    - Setup failed: npm ci: exit code 1
    - Not spent: the cap of &#x24;2.00 is reached
    - History: line 3: not JSON

    - [ ] **A1** Write the failing test (open)
    - [ ] **A2** Fold accents in src/slug.js (open)
    - [ ] **A3** Say so in README.md (open)

    <details>
    <summary>Steps of this iteration</summary>

    - Fold accents (done before)

    </details>

    <details>
    <summary>How the tasks depend on each other</summary>

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

    </details>
    "
  `);
});

it("links to the whole change once level A has passed, and not before [S1.45, S1.54, M1.05]", () => {
  const [red, green] = [anEvaluation({ "a.correctness.acceptance": "fail" }), anEvaluation()];
  const before = aRun({ progress: { evaluation: red, rows: [aRow(1, red)] } });
  expect(statusComment(before, LINKS)).not.toContain(LINKS.compare);
  const after = aRun({ progress: { evaluation: green, level: "B", iteration: 2, rows: [aRow(1, red), aRow(2, green)] } });
  expect(statusComment(after, LINKS)).toContain(`What must hold holds since iteration 2: [the whole change](${LINKS.compare}).`);
  expect(statusComment(after, { compare: null })).not.toContain("the whole change");
});

it("takes a step that a stop interrupted for no trouble", () => {
  const trouble = { step: "PRODUCE_PREPARE", count: 1, message: "interrupted", retryable: true } as const;
  const stopped = { trouble, stopRequest: { by: "ana", note: "" } };
  expect(statusComment(aRun(stopped), { compare: null })).not.toContain("interrupted");
  expect(statusComment(aRun({ errorState: trouble }), { compare: null })).toContain("PRODUCE_PREPARE failed (attempt 1): interrupted");
  expect(statusComment(aRun({ ...stopped, errorState: { ...trouble, message: "no answer" } }), { compare: null })).toContain("no answer");
});
