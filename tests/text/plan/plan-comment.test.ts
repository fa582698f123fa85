/** The comment that shows a plan, and the one that tells of a plan made anew. */
import { expect, it } from "vitest";
import type { Plan } from "#core/plan/plan.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { Limits } from "#core/values/limits.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { anEvaluation, aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

it("shows a plan [S0.14, S1.08]", () => {
  expect(planComment(waiting())).toMatchInlineSnapshot(`
    "**Plan**: Keep the letter and drop the accent when a slug is made

    **Done when** (🟢 holds now, ⚪ not known yet)
    - ⚪ &#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60;
    - 🟢 what works today still works (2 checks)
    - ⚪ the README names accents

    **May change:** <code>src/slug.js</code>, <code>tests/&#x2a;&#x2a;</code>, <code>README.md</code>
    **Likely:** $0.95 to $2.00 (a guess)
    **At most:** $2.00 or 5.00M tokens, 4 iterations
    **Look at first:** 15 % judged by a model

    **Reply** <code>/approve</code> to start, <code>/redirect &#x3c;text&#x3e;</code> for another plan, <code>/stop</code> to end.

    <details>
    <summary>Why, and what is made</summary>

    Titles with accents give addresses that nobody can guess

    - src/slug.js folds accents
    - a test for it

    - Done when: slug("Crème") is creme

    </details>

    <details>
    <summary>How each point is checked</summary>

    Workflow <code>tdd</code> · code · judged: 15 %

    Gate: tests pass. Guardrails: <code>require&#x5f;acceptance&#x5f;test</code>, <code>verify&#x5f;before&#x5f;complete</code>.

    | rule | level | severity | weight | check | on base |
    | --- | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js</code> | not run yet |
    | <code>a.correctness.base-tests</code><br>what passed before still passes | A | fail | 2 | the base's own tests still pass: <code>npm test</code> | not run yet |
    | <code>a.correctness.test-integrity</code><br>tests are not weakened | A | fail | 2 | no test is deleted, skipped or weakened | not run yet |
    | <code>b.completeness.docs</code><br>the README names accents | B | warn | 1 | judged: Does README.md say what happens to accents? | not run yet |

    </details>

    <details>
    <summary>Work and scope</summary>

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

    - May change: <code>src/slug.js</code>, <code>tests/&#x2a;&#x2a;</code>, <code>README.md</code>; anything else is reported
    - Left alone: Other scripts than Latin
    - Protected: <code>.github/workflows/&#x2a;&#x2a;</code>

    </details>

    <details>
    <summary>Limits, base and setup</summary>

    - At most 4 iterations and 2 rounds of QA; cap: $2.00 or 5.00M tokens
    - Thresholds: level A 0.8, level B 0.9; no fail rule may be red
    - Base: <code>main</code> at <code>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</code>
    - Setup, with the registries of packages: <code>npm ci</code>

    </details>

    <details>
    <summary>Review of this plan</summary>

    **PROCEED** after 0 revisions.

    </details>

    <details>
    <summary>More about answering</summary>

    <code>/approve</code> confirms both:

    - Success criteria: 4 rules, thresholds A 0.8 and B 0.9, no fail rule red
    - Maximum of iterations: 4

    - Nothing is done before somebody with write access approves this plan, within 24 hours
    - \`/loop approve dddddddddddddddddddddddddddddddd\` approves this text and no other
    - <code>/approve step</code> pauses after each iteration
    - <code>/approve max&#x5f;iterations=6</code> starts nothing: it changes the number and shows the plan again (max_iterations, tokens, dollars, minutes, threshold_a, threshold_b)
    - <code>/redirect &#x3c;text&#x3e;</code> has another plan made, from all that was said here until then

    Digest: <code>dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd</code>

    </details>
    "
  `);
});

/** What the fold with this title holds. */
function foldOf(text: string, title: string): string {
  const [, after = ""] = text.split(`<summary>${title}</summary>\n\n`);
  return after.slice(0, after.indexOf("\n\n</details>"));
}

it("shows in a plan what was hidden in the issue, what the critic found, and why it is asked again [INJ-28]", () => {
  const { issue, rules } = aPlan();
  const long = `node --test ${"tests/slug.test.js ".repeat(6)}| grep -c pass`;
  const plan = aPlan({
    issue: { ...issue, body: "<!-- PWN --> P\u2060W\u2060N" },
    rules: [
      normaliseRule({ id: "a.correctness.long", description: "long", severity: "fail", check: { kind: "command", run: long } }),
      ...rules,
    ],
    expectedTestChanges: [
      { path: "test/split.test.js", test: "splits at commas", mayBe: "changed" },
      { path: "test/split.test.js", test: "splits at tabs", mayBe: "removed" },
      { path: "test/data.csv", test: "", mayBe: "changed" },
      { path: "test/old.test.js", test: "", mayBe: "removed" },
      "tests/old.test.js",
    ],
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
  const text = planComment(run);
  expect(foldOf(text, "Hidden or odd text in the issue")).toBe(
    [
      "Taken out of the issue, because its readers do not see it:",
      "- 2 invisible characters: <code>&#x5c;u{2060}&#x5c;u{2060}</code>\n- 1 HTML comment: <code>PWN</code>",
      "Look at the source of the issue (Edit, or Quote reply) before you approve.",
    ].join("\n\n"),
  );
  expect(foldOf(text, "How each point is checked")).toContain(
    `### Checks in full\n\n<code>a.correctness.long</code>\n\n\`\`\`text\n${long}\n\`\`\``,
  );
  for (const said of [
    "the test <code>splits at commas</code> in <code>test/split.test.js</code> may change",
    "the test <code>splits at tabs</code> in <code>test/split.test.js</code> may be removed",
    "any change in <code>test/data.csv</code> is allowed, but not its deletion",
    "the file <code>test/old.test.js</code> may be deleted",
    "any change in <code>tests/old.test.js</code> is allowed, but not its deletion",
  ])
    expect(foldOf(text, "Work and scope")).toContain(`- Not held against the work: ${said}\n`.trimEnd());
  expect(foldOf(text, "Review of this plan")).toBe("**PROCEED** after 1 revision.\n\n- edge-cases: ß is not named. (suggestion: Name it.)");
  expect(foldOf(text, "More about answering")).toBe(`Digest: <code>${"d".repeat(64)}</code>`);
  expect(text).toContain(
    "**This plan cannot be approved:** all that it asks for holds already, so no work could be shown. " +
      "Reply <code>/redirect &#x3c;text&#x3e;</code> with what else should be done, or <code>/stop</code>.",
  );
});

const MEMORIES: Plan["memories"] = [
  { id: "m-0123456789", text: "We use `tabs`, @wim; fixes #1.", from: { kind: "word", runId: "sum-20260101-000000", issue: 3, by: "wim" } },
  { id: "m-0123456780", text: "Setup works: `npm ci`.", from: { kind: "fact", runId: "sum-20260101-000000", issue: 3, by: "driver" } },
  { id: "m-0123456781", text: "Name the tests.", from: { kind: "reflection", runId: "mul-20260101-000000", issue: 4, by: "reflector" } },
];

it("shows in a plan what earlier runs left, with id, source and a link, and how to take it out [S3.42, S0.55]", () => {
  const text = planComment(waiting({ plan: aPlan({ memories: MEMORIES }) }));
  expect(text.slice(text.indexOf("<summary>From earlier"), text.indexOf("<summary>Review of"))).toMatchInlineSnapshot(`
    "<summary>From earlier runs</summary>

    - <code>m-0123456789</code> We use &#x60;tabs&#x60;, @<!-- -->wim; fixes #<!-- -->1. (said by wim, a maintainer, in issue 3, #3)
    - <code>m-0123456780</code> Setup works: &#x60;npm ci&#x60;. (seen by the driver in issue 3, #3)
    - <code>m-0123456781</code> Name the tests. (concluded by a model in issue 4, and not checked, #4)

    \`/loop forget <id>\` takes one out for later plans (write access).

    </details>

    <details>
    "
  `);
  expect(planComment(waiting())).not.toContain("From earlier runs");
});

it("shows how what was open was settled, beside the scope and the limits of the work [S2.03, S2.16]", () => {
  const { objective } = aPlan();
  const clarifications = [{ question: "What of ß?", resolution: "It becomes ss." }];
  const shown = planComment(waiting({ plan: aPlan({ objective: { ...objective, clarifications } }) }));
  expect(shown).toContain("### Settled without asking\n\n- What of ß? It becomes ss.");
  for (const part of [
    "### Scope\n\n- May change: ",
    "- Left alone: ",
    "<summary>Limits, base and setup</summary>\n\n- At most 4 iterations",
  ])
    expect(shown).toContain(part);
  expect(planComment(waiting({}))).not.toContain("Settled without asking");
});

it("says of a plan with judged rules how much is judged, and of one without nothing", () => {
  const judged = planComment(waiting());
  expect(judged).toContain("Workflow <code>tdd</code> · code · judged: 15 %");
  expect(judged).toContain("**Look at first:** 15 % judged by a model");
  const none = planComment(waiting({ plan: aPlan({ rules: aPlan().rules.slice(0, 3) }) }));
  expect(none).toContain("Workflow <code>tdd</code> · code\n");
  expect(none).not.toContain("Look at first");
});
