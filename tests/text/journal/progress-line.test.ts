import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { Event } from "#core/events/event.ts";
import { progressLines } from "#text/journal/progress-line.ts";
import { anAtom, aProbe } from "../../builders/atoms.ts";
import { aFinishedRun, aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun, sha } from "../../builders/run.ts";

const plan = aPlan();
const hash = "d".repeat(64);
const work = {
  at: 0,
  tree: sha("1"),
  changed: ["a.js"],
  refused: [{ path: ".github/x", reason: "protected" }],
  toolCalls: 4,
  lastCalls: [],
  summary: "",
};

const EVENTS: readonly Event[] = [
  { kind: "run_started", at: 0, runId: "r-1", alias: "r", issue: plan.issue, base: plan.base, config: Config.parse({}) },
  { kind: "run_hydrated", at: 0, plan },
  { kind: "rehearsed", at: 0, plan, broken: [{ id: "a.b.c", why: "no script" }], failed: null },
  { kind: "rehearsed", at: 0, plan, broken: [], failed: "npm ci\nexit code 1" },
  { kind: "info_requested", at: 0, questions: [{ question: "Which Node?", default: null }] },
  { kind: "plan_reviewed", at: 0, review: { verdict: "REVISE", findings: [] } },
  { kind: "revision_requested", at: 0 },
  { kind: "approval_requested", at: 0, digest: hash, reason: null },
  { kind: "approval_requested", at: 0, digest: hash, reason: "base_already_green" },
  { kind: "halted", at: 0, reason: "critic_halt" },
  { kind: "plan_changed", at: 0, by: "grace", settings: { max_iterations: 6, dollars: 1.5 } },
  { kind: "discussion_moved", at: 0, comment: 16, by: "tria", written: "2026-01-02T10:05:00Z", url: "https://github.com/o/r/issues/7" },
  { kind: "approved", at: 0, by: "grace", digest: hash, handover: hash, comment: null, account: null, stepwise: false },
  { kind: "approval_rejected", at: 0, by: "eve", reasons: ["no write access"] },
  { kind: "consumed", at: 0, handover: hash, keyHash: hash, worker: null },
  { kind: "setup_done", at: 0, ok: true, details: "", ms: 4200 },
  { kind: "setup_done", at: 0, ok: false, details: "npm ci: exit code 1", ms: 1 },
  { kind: "base_scored", at: 0, results: anEvaluation({ "a.correctness.acceptance": "fail" }).results, tests: null },
  { kind: "plan_created", at: 0, steps: [{ text: "x", rules: ["a.b.c"], atom: null, open: true }] },
  { kind: "artifact_created", ...work, atom: "A1", skipped: false, issues: [], nextSteps: [] },
  { kind: "artifact_created", ...work, atom: null, skipped: true, issues: [], nextSteps: [] },
  { kind: "artifact_created", ...work, atom: "A2", skipped: false, conflicts: ["src/slug.js"], issues: [], nextSteps: [] },
  { kind: "atom_started", at: 0, atom: "A2" },
  { kind: "atom_probed", at: 0, atom: "A2", probe: aProbe(false) },
  { kind: "atom_resolved", at: 0, atom: "A2", binding: { summary: "accents are folded", artifacts: ["src/slug.js"] } },
  { kind: "atom_failed", at: 0, atom: "A2", why: "no table of letters", final: false },
  { kind: "atom_failed", at: 0, atom: "A2", why: "no table of letters", final: true },
  { kind: "or_switched", at: 0, group: "way", from: "A2", to: "A3", reason: "auto-backtrack: A2 failed", tree: null },
  { kind: "atom_decomposed", at: 0, parent: "A2", children: [anAtom("A2.1"), anAtom("A2.2")], reason: "too much at once" },
  { kind: "checks_prepared", at: 0, checks: [], hidden: [], notes: [] },
  { kind: "work_formatted", at: 0, tree: sha("1"), changed: ["src/slug.js"], ok: true, details: "" },
  { kind: "work_formatted", at: 0, tree: sha("1"), changed: [], ok: false, details: "npm run format: exit code 2" },
  { kind: "iteration_kept", at: 0, branch: "loop/7-x", before: null, commit: sha("9") },
  { kind: "iteration_discarded", at: 0, tree: sha("3") },
  { kind: "critique_done", at: 0, hypotheses: [], advice: [{ rule: "a.b.c", problem: "p", fix: "normalise first", effect: "e" }] },
  { kind: "refinement_done", ...work, previousTree: sha("2") },
  { kind: "phase_switched", at: 0, to: "B", tree: sha("1") },
  { kind: "iteration_advanced", at: 0, iteration: 2, cause: "refined" },
  {
    kind: "audit_done",
    at: 0,
    audit: { verdict: "BLOCK", drift: "none", issue: "edits CI", principle: "scope", correction: "" },
    context: "",
    call: 7,
  },
  { kind: "run_blocked", at: 0, reason: "audit_block" },
  { kind: "step_interrupted", at: 0, step: "REFINE" },
  { kind: "step_interrupted", at: 0, step: "HYDRATE", putDown: true },
  { kind: "phase_error", at: 0, step: "PLAN", message: "overloaded", retryable: true },
  { kind: "phase_error", at: 0, step: "PLAN", message: "no such model", retryable: false },
  { kind: "budget_refused", at: 0, message: "the cap of $2.00 is reached" },
  { kind: "stop_requested", at: 0, by: "grace", note: "wrong branch" },
  { kind: "loop_passed", at: 0, reason: "threshold_reached", key: null },
  {
    kind: "qa_done",
    at: 0,
    qa: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "major", problem: "ß is lost", fix: "f" }] },
    head: sha("9"),
    base: sha("b"),
  },
  {
    kind: "answered",
    at: 0,
    claims: [{ claim: "It is lost.", quotes: [{ path: "a", line: 1, text: "ß" }], outputs: [] }],
    dropped: ["It is documented."],
  },
  { kind: "answered", at: 0, claims: [{ claim: "Yes.", quotes: [], outputs: [{ run: "true", text: "ok" }] }], dropped: [] },
  { kind: "publish_requested", at: 0 },
  { kind: "base_seen", at: 0, base: sha("b") },
  { kind: "ci_seen", at: 0, head: sha("9"), state: "failed", count: 2, checks: [{ name: "lint", result: "red", summary: "" }] },
  { kind: "ci_sent_back", at: 0, head: sha("9") },
  { kind: "published", at: 0, number: 8, url: "https://github.com/o/r/pull/8", branch: "b", head: sha("9") },
  { kind: "published", at: 0, number: null, url: null, branch: "loop/x", head: sha("9") },
  { kind: "stopped", at: 0, reason: "stagnation", key: null },
  { kind: "failed", at: 0, reason: "phase_error", key: null },
  { kind: "completed", at: 0, reason: "threshold_reached", key: null },
  { kind: "resumed", at: 0, by: "grace" },
  { kind: "pause_requested", at: 0, by: "grace" },
  { kind: "paused", at: 0, reason: "step_pause" },
  { kind: "base_renewed", at: 0, by: "grace", plan, config: Config.parse({}) },
  { kind: "run_unblocked", at: 0, by: "grace", reason: "I asked for it" },
  { kind: "redirect_requested", at: 0, by: "grace", text: "Keep the old name.\nAnd the test." },
  { kind: "redirected", at: 0, of: 0, change: "constraint_change", why: "A name must stay" },
  { kind: "redirected", at: 0, of: 0, change: "result_change", why: "The names are wrong.", reopens: ["A1", "A2"] },
  { kind: "review_measured", at: 0, of: 0, head: sha("9"), rules: [], unmeasured: ["It reads\nwell"] },
  { kind: "objective_changed", at: 0 },
  { kind: "defaults_taken", at: 0, by: "grace" },
  { kind: "lease_renewed", at: 0, until: 600_000 },
  { kind: "worker_replaced", at: 0, worker: "901", why: "the workflow run 901 ended (failure) and left the run behind" },
  { kind: "gave_up", at: 0, reason: "dispatch_failed", message: "there is no workflow file" },
  { kind: "announced", at: 0, effect: "plan" },
  { kind: "settled", at: 0, effect: "plan", receipt: "12", why: "" },
  { kind: "settled", at: 0, effect: "status", receipt: null, why: "the issue is locked" },
];

it("shows each event in a short line, or not at all", () => {
  const shown = EVENTS.map((event) => [event.kind, ...progressLines(event, aRun())].join(" > "));
  expect(shown.join("\n")).toMatchInlineSnapshot(`
    "run_started > Run r-1: Slugs lose accented letters
    run_hydrated > Plan: tdd, 4 rules, 3 tasks
    rehearsed > Tried on the base: 1 broken rule
    rehearsed > Cannot be tried: npm ci exit code 1
    info_requested > Questions: >   Which Node?
    plan_reviewed > Plan-critic: REVISE, 0 findings
    revision_requested
    approval_requested > Approval needed: digest dddddddddddd
    approval_requested > Approval needed: digest dddddddddddd, because no fail rule is red on the base, so nothing would show that the work was done
    halted > Halted, because the review did not accept the plan
    plan_changed > Numbers changed by grace: max_iterations=6, dollars=1.5
    discussion_moved > The plan is older than a comment by tria
    approved > Approved by grace: digest dddddddddddd
    approval_rejected > Approval by eve refused: no write access
    consumed
    setup_done > Setup done in 4.2 s
    setup_done > Setup failed: npm ci: exit code 1
    base_scored > Base: 2 of 3 rules green
    plan_created > Iteration 1: 1 open step
    artifact_created > Produced: 1 file changed, 4 tool calls >   not taken: .github/x (protected)
    artifact_created
    artifact_created > Produced: 1 file changed, 4 tool calls >   not taken: .github/x (protected) > A2 conflicts in src/slug.js: it is done again over the other work
    atom_started > A2: Fold accents in src/slug.js
    atom_probed > A2 probed: not feasible, cost low: looked
    atom_resolved > A2 done: accents are folded
    atom_failed > A2 failed: no table of letters
    atom_failed > A2 failed, for good: no table of letters
    or_switched > way: A3 is tried instead; auto-backtrack: A2 failed
    atom_decomposed > A2 is split into A2.1, A2.2: too much at once
    checks_prepared
    work_formatted > Formatted: 1 file
    work_formatted > WARNING: the format command failed, and nothing of it was taken: npm run format: exit code 2
    iteration_kept > Kept: 99999999 on loop/7-x
    iteration_discarded > Not kept: 33333333 scored lower than the best
    critique_done >   a.b.c: normalise first
    refinement_done > Refined: 1 file changed, 4 tool calls >   not taken: .github/x (protected)
    phase_switched > Level A passed; the same tree goes on to level B
    iteration_advanced
    audit_done > Audit at tool call 7: BLOCK edits CI
    run_blocked > Blocked, because an audit objected to the work
    step_interrupted > REFINE was interrupted
    step_interrupted > HYDRATE was put down
    phase_error > PLAN failed: overloaded
    phase_error > PLAN failed, for good: no such model
    budget_refused > Budget: the cap of $2.00 is reached
    stop_requested > Stop asked for by grace wrong branch
    loop_passed > Passed, because the score reached the threshold
    qa_done > QA: ISSUES >   major: ß is lost
    answered > Answer: 1 claim >   It is lost. >   1 claim left out
    answered > Answer: 1 claim >   Yes.
    publish_requested
    base_seen
    ci_seen > Checks of the repository: failed, lint is red
    ci_sent_back > Red checks send the work back
    published > Pull request 8 https://github.com/o/r/pull/8
    published > Branch loop/x at 99999999
    stopped > Stopped, because the score no longer rises
    failed > Failed, because a step failed and could not be repeated
    completed > Completed, because the score reached the threshold
    resumed > Resumed by grace
    pause_requested > Pause asked for by grace
    paused > Paused, because an iteration is done, and each is looked at before the next
    base_renewed > Set up anew for grace: main at bbbbbbbb
    run_unblocked > Unblocked by grace: I asked for it
    redirect_requested > Redirected by grace: Keep the old name. And the test.
    redirected > It is a constraint change: A name must stay
    redirected > It is a result change: The names are wrong. Done again: A1, A2
    review_measured > Made of the review: 0 rules >   no command measures: It reads well
    objective_changed > The plan is made anew
    defaults_taken > Defaults taken by grace
    lease_renewed
    worker_replaced > Another machine takes over: the workflow run 901 ended (failure) and left the run behind
    gave_up > Cannot go on, because the workflow could not be started: there is no workflow file
    announced
    settled
    settled > Not sent (status): the issue is locked"
  `);
});

it("has said what it does with every kind of event", () => {
  const elsewhere = ["evaluation_done", "reflection_done"];
  const kinds = Event.options.map(({ shape }) => shape.kind.value);
  expect(kinds.filter((kind) => !EVENTS.some((event) => event.kind === kind))).toEqual(elsewhere);
});

it("shows an evaluation as a block: plan, hash, what changed, failed rules and warnings, never the work itself [S1.53, S1.54, C1.21]", () => {
  const evaluation = anEvaluation({ "a.correctness.acceptance": "fail" });
  const steps = [{ text: "Write the failing test", rules: ["a.b.c"], atom: null, open: true }];
  const run = aRun({ progress: { evaluation, steps, rows: [aRow(1, evaluation)] } });
  expect(progressLines({ kind: "evaluation_done", at: 0, evaluation }, run).join("\n")).toMatchInlineSnapshot(`
    "── Iteration 1/4 | Level A | Score: 0.67 (4/6) | FAIL ──
    Plan: Write the failing test
    Hash: 11111111
    Changed: initial generation: src/slug.js, tests/slug.test.js
    Failed: a.correctness.acceptance
    Warnings: none
    Artifact: loop/7-slugs-lose-accented-letters
      Work: 0 of 3 tasks done"
  `);
  expect(progressLines({ kind: "evaluation_done", at: 0, evaluation }, aRun()).join("\n")).toContain("Plan: none");
});

it("keeps quiet about the reflection, which the result shows", () => {
  const { reflection } = aFinishedRun();
  expect(reflection === null ? null : progressLines({ kind: "reflection_done", at: 0, reflection }, aRun())).toEqual([]);
});

it("INJ-12 writes nothing to the terminal that steers it", () => {
  const attack = "\u001b]8;;http://x\u0007\u001b[2J\u202eline\r\nnext";
  const lines = [
    ...progressLines({ kind: "stop_requested", at: 0, by: attack, note: attack }, aRun()),
    ...progressLines({ kind: "info_requested", at: 0, questions: [{ question: attack, default: null }] }, aRun()),
    ...progressLines({ kind: "setup_done", at: 0, ok: false, details: attack, ms: 0 }, aRun()),
  ];
  expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
});

it("shows what passed level A once, by its files and the command that shows it whole [S1.45, S1.54]", () => {
  const evaluation = anEvaluation();
  const head = { commit: sha("9"), tree: evaluation.tree };
  const run = aRun({ progress: { evaluation, head, rows: [aRow(1, evaluation)] } });
  expect(progressLines({ kind: "phase_switched", at: 0, to: "B", tree: evaluation.tree }, run)).toEqual([
    "Level A passed; the same tree goes on to level B",
    "  src/slug.js",
    "  tests/slug.test.js",
    "  git diff bbbbbbbb 99999999",
  ]);
});

it("follows a failed evaluation with one line for each rule to mend [S1.53]", () => {
  const advice = [{ rule: "a.correctness.acceptance", problem: "p", fix: "fold accents\nfirst", effect: "e" }];
  expect(progressLines({ kind: "critique_done", at: 0, hypotheses: [], advice }, aRun())).toEqual([
    "  a.correctness.acceptance: fold accents first",
  ]);
});
