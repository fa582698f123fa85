/** The comment that says how a run ended, why, and what it waits for. */
import { expect, it } from "vitest";
import type { Run } from "#core/run/run.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { aFinishedRun, aStoppedRun } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun, sha } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";
import { LINKS } from "./links.ts";

it("shows how a run ended well [M0.08]", () => {
  expect(resultComment(aFinishedRun(), LINKS)).toMatchInlineSnapshot(`
    "**Completed**, because no fail rule is red; warnings remain · iteration 2 of 4 · score 0.86 (6/7) · $0.24, 123.5k tokens · 6 min 12 s

    Pull request: #8

    Next: a person reviews the work; a review that requests changes, or \`/loop redirect <text>\`, carries it on.

    <details>
    <summary>Audits</summary>

    - The moments of the audits can be rechecked: the history of <code>slugs-lose-accented-letters-20261121-093000</code> reveals each key at the end of its loop, and fixed its SHA-256 (the last is <code>eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee</code>) before any work was done.

    </details>

    <details>
    <summary>Figures</summary>

    | field | value |
    | --- | --- |
    | iteration | 2 |
    | max_iterations | 4 |
    | level | B |
    | final_score | 0.86 |
    | artifact_status | evaluated |
    | stop_reason | no_major_issues |

    </details>

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
    "
  `);
});

it("shows how far a run was from success when it stopped (S1.55) [M1.06]", () => {
  expect(resultComment(aStoppedRun(), LINKS)).toMatchInlineSnapshot(`
    "**Stopped**, because the last allowed iteration did not pass · iteration 4 of 4 · score 0.67 (4/6) of what must hold · $0.24, 123.5k tokens · 6 min 12 s

    No pull request. Branch: <code>loop/7-slugs-lose-accented-letters</code> at <code>9999999999999999999999999999999999999999</code> ([compare](https://github.com/o/r/compare/main...loop/7-slugs))

    Next: a maintainer says what else to try with \`/loop redirect <text>\`, or takes the branch over.

    <details>
    <summary>Distance to success</summary>

    - Threshold 0.80, score 0.67, gap 0.13
    - Failed fail rules: 1 (<code>a.correctness.acceptance</code>)
    - Passed rules: 2 of 3

    </details>

    <details>
    <summary>Not passed</summary>

    - <code>a.correctness.acceptance</code>: exit code 1: expected 'creme', got 'crme'

    </details>

    <details>
    <summary>Verification</summary>

    - QA: not reached

    </details>

    <details>
    <summary>Audits</summary>

    - 0 tool calls, no audit was made
    - The moments of the audits can be rechecked: the history of <code>slugs-lose-accented-letters-20261121-093000</code> reveals each key at the end of its loop, and fixed its SHA-256 (the last is <code>eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee</code>) before any work was done.

    </details>

    <details>
    <summary>Figures</summary>

    | field | value |
    | --- | --- |
    | iteration | 4 |
    | max_iterations | 4 |
    | level | A |
    | final_score | 0.67 |
    | artifact_status | evaluated |
    | stop_reason | iteration_limit |

    </details>
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

it("says what comes next for the run, not that this very comment is sent", () => {
  const over = aStoppedRun();
  const sending = { ...over, effects: { result: { at: 1, settled: null } } };
  expect(resultComment(sending, LINKS)).toBe(resultComment(over, LINKS));
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

it.each([
  { when: "it can be resumed", run: aStoppedRun({ ending: "user_stop" }), says: "a maintainer resumes the run" },
  { when: "its iterations are used up", run: aStoppedRun(), says: "a maintainer says what else to try with `/loop redirect <text>`" },
  { when: "its budget is used up", run: aStoppedRun({ ending: "budget_exceeded" }), says: "somebody sets the label again for a new run" },
  { when: "it was never approved", run: aStoppedRun({ approval: null }), says: "somebody sets the label again for a new run" },
  { when: "it failed twice", run: aStoppedRun({ stage: "failed", revived: 1 }), says: "somebody sets the label again for a new run" },
  {
    when: "the base is green",
    run: waiting({ request: { digest: "d", reason: "base_already_green", at: 0 } }),
    says: "a maintainer says what else should be done with `/loop redirect <text>`",
  },
  {
    when: "its approval stands no more",
    run: aStoppedRun({ ending: "approval_void" }),
    says: "a maintainer sets the label again for a new run; `/loop resume` is for an approval that stands again",
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
  expect(resultComment(run, LINKS)).toContain("Time: 312 s of at most 300 s, over by 12 s; last completed step: EVALUATE");
  expect(planComment({ ...run, worked: { ms: 0, last: null } })).toContain("or 5 minutes of work");
  expect(resultComment({ ...run, worked: { ms: 0, last: null } }, LINKS)).toContain("0 s of at most 300 s; last completed step: none");
  expect(resultComment({ ...run, plan: aPlan() }, LINKS)).not.toContain("Time: ");
});

it("shows no final score of work that was changed after its evaluation, but the last one that was found [S1.52, S1.55, 6.9 #8]", () => {
  const run = aStoppedRun();
  const stale = { ...run, progress: { ...run.progress, tree: sha("7") } };
  expect(resultComment(stale, LINKS)).toContain("| final_score | none |\n| last_evaluated_score | 0.67 |\n| artifact_status | stale |");
  expect(statusComment(stale, LINKS)).toContain("changed since its last score 0.67 (4/6) of what must hold");
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
