/** The comment that shows a plan, and the one that tells of a plan made anew. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { Limits } from "#core/values/limits.ts";
import { newPlanComment } from "#text/comments/new-plan-comment.ts";
import { planComment } from "#text/comments/plan-comment.ts";
import { anEvaluation, aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

it("shows a plan [S0.14, S1.08]", () => {
  expect(planComment(waiting())).toMatchInlineSnapshot(`
    "**Plan** · workflow <code>tdd</code> · code · judged: 15 %

    Nothing is done before somebody approves this plan; how stands at its end.

    Titles with accents give addresses that nobody can guess

    Keep the letter and drop the accent when a slug is made

    - src/slug.js folds accents
    - a test for it

    - Done when: slug("Crème") is creme

    Gate: tests pass. Guardrails: <code>require&#x5f;acceptance&#x5f;test</code>, <code>verify&#x5f;before&#x5f;complete</code>.

    ### Done when these rules hold

    | rule | level | severity | weight | check | on base |
    | --- | --- | --- | --- | --- | --- |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js</code> | not run yet |
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

    - May change: <code>src/slug.js</code>, <code>tests/&#x2a;&#x2a;</code>, <code>README.md</code>; anything else is reported
    - Left alone: Other scripts than Latin
    - Protected: <code>.github/workflows/&#x2a;&#x2a;</code>

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

    Reply <code>/approve</code> to start (write access, within 24 hours), or <code>/stop</code> to end. \`/loop approve dddddddddddddddddddddddddddddddd\` approves this text and no other; <code>/approve step</code> pauses after each iteration.

    <code>/approve max&#x5f;iterations=6</code> starts nothing: it changes the number and shows the plan again (max_iterations, tokens, dollars, minutes, threshold_a, threshold_b).

    For another plan: <code>/redirect &#x3c;what should be otherwise&#x3e;</code>.
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
  expect(planComment(run)).toMatchInlineSnapshot(`
    "**Plan** · workflow <code>tdd</code> · code · judged: 12 %

    This plan cannot be approved; why stands at its end.

    Titles with accents give addresses that nobody can guess

    Keep the letter and drop the accent when a slug is made

    - src/slug.js folds accents
    - a test for it

    - Done when: slug("Crème") is creme

    Taken out of the issue, because its readers do not see it:

    - 2 invisible characters: <code>&#x5c;u{2060}&#x5c;u{2060}</code>
    - 1 HTML comment: <code>PWN</code>

    Look at the source of the issue (Edit, or Quote reply) before you approve.

    Gate: tests pass. Guardrails: <code>require&#x5f;acceptance&#x5f;test</code>, <code>verify&#x5f;before&#x5f;complete</code>.

    ### Done when these rules hold

    | rule | level | severity | weight | check | on base |
    | --- | --- | --- | --- | --- | --- |
    | <code>a.correctness.long</code><br>long | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js tests/slug.test.js tests/slug.test.js tests/slug…</code> | not run yet |
    | <code>a.correctness.acceptance</code><br>&#x60;slug("Crème Brûlée")&#x60; is &#x60;creme-brulee&#x60; | A | fail | 2 | exits with 0: <code>node --test tests/slug.test.js</code> | red |
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

    - May change: <code>src/&#x2a;&#x2a;</code>; anything else is reported
    - Protected: <code>.github/workflows/&#x2a;&#x2a;</code>
    - Not held against the work: the test <code>splits at commas</code> in <code>test/split.test.js</code> may change
    - Not held against the work: the test <code>splits at tabs</code> in <code>test/split.test.js</code> may be removed
    - Not held against the work: any change in <code>test/data.csv</code> is allowed, but not its deletion
    - Not held against the work: the file <code>test/old.test.js</code> may be deleted
    - Not held against the work: any change in <code>tests/old.test.js</code> is allowed, but not its deletion

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

    This plan cannot be approved. Say with <code>/redirect &#x3c;text&#x3e;</code> what else should be done, or end this run with <code>/stop</code>.
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

    - <code>m-0123456789</code> We use &#x60;tabs&#x60;, @<!-- -->wim; fixes #<!-- -->1. (said by wim, a maintainer, in issue 3, #3)
    - <code>m-0123456780</code> Setup works: &#x60;npm ci&#x60;. (seen by the driver in issue 3, #3)
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

it("shows how what was open was settled, beside the scope and the limits of the work [S2.03, S2.16]", () => {
  const { objective } = aPlan();
  const clarifications = [{ question: "What of ß?", resolution: "It becomes ss." }];
  const shown = planComment(waiting({ plan: aPlan({ objective: { ...objective, clarifications } }) }));
  expect(shown).toContain("### Settled without asking\n\n- What of ß? It becomes ss.");
  for (const part of ["### Scope\n\n- May change: ", "- Left alone: ", "### Limits\n\n- At most 4 iterations"])
    expect(shown).toContain(part);
  expect(planComment(waiting({}))).not.toContain("Settled without asking");
});

it("says of a plan with judged rules how much is judged, and of one without nothing", () => {
  expect(planComment(waiting()).split("\n")[0]).toBe("**Plan** · workflow <code>tdd</code> · code · judged: 15 %");
  const plan = aPlan({ rules: aPlan().rules.slice(0, 3) });
  expect(planComment(waiting({ plan })).split("\n")[0]).toBe("**Plan** · workflow <code>tdd</code> · code");
});

it("shows on the command line the digest, and no command of GitHub's", () => {
  const text = planComment(waiting({ issue: { ...aPlan().issue, number: null } }));
  expect(text).toContain("Digest: ");
  expect(text).not.toContain("/approve");
});

it("tells of a plan that was made anew, for an edit of its comment tells nobody [M2.01]", () => {
  const corrections = [{ by: "grace", text: "Not the README.", kind: "objective_change" as const, at: 1, asked: [] }];
  expect(newPlanComment(waiting({ corrections }))).toMatchInlineSnapshot(`
    "**The plan was made anew**, as grace asked. It stands in the plan comment above, with the digest <code>dddddddddddddddddddddddddddddddd</code>.

    Read it there; <code>/approve</code> starts it, <code>/redirect &#x3c;text&#x3e;</code> asks for another one.

    "
  `);
  expect(newPlanComment(waiting({ config: Config.parse({ commands: { bare: false } }) }))).toContain("<code>/loop approve</code>");
  expect(planComment(waiting({ stage: "hydrating", request: null, corrections }))).toContain("This plan does not hold any more");
});

const NEWER = { comment: 16, by: "tria_x", written: "2026-01-02T10:05:00Z", url: "https://github.com/o/r/issues/7#issuecomment-16" };

it("says that it is older than a comment, whose, and what to do, until it is approved or another one is made", () => {
  const shown = planComment(waiting({ newerComment: NEWER }));
  expect(shown.split("\n\n")[2]).toBe(
    "**This plan is older than [a comment](https://github.com/o/r/issues/7#issuecomment-16) by tria&#x5f;x** of 2026-01-02T10:05:00Z, " +
      "and was not made from it. <code>/redirect &#x3c;text&#x3e;</code> has another plan made, from all that was said here until then; " +
      "whoever approves this one approves it as it is.",
  );
  const named = waiting({ newerComment: NEWER, config: Config.parse({ commands: { bare: false } }) });
  expect(planComment(named)).toContain("<code>/loop redirect &#x3c;text&#x3e;</code> has another plan made, from all");
  const approval = { by: "grace", digest: "d".repeat(64), handover: "e".repeat(64), comment: 1, account: 2, at: 0 };
  for (const run of [waiting(), waiting({ newerComment: NEWER, approval }), waiting({ newerComment: NEWER, request: null })])
    expect(planComment(run)).not.toContain("is older than");
});
