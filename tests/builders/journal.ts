/** Journals for tests: events with times, over one small plan. */
import { conclude } from "#core/conclude.ts";
import { Config } from "#core/config/config.ts";
import type { RedirectChange } from "#core/events/data/correction.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { Plan } from "#core/plan/plan.ts";
import type { Level } from "#core/rules/level.ts";
import { type ReviewRuleDraft, reviewRules } from "#core/rules/review-rules.ts";
import { activeRules, normaliseRule } from "#core/rules/rule.ts";
import { type Evaluation, evaluate } from "#core/rules/score.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import { anAtom } from "./atoms.ts";

export const sha = (character: string): string => character.repeat(40);
const digest = (character: string): string => character.repeat(64);

export const CONFIG = Config.parse({ checks: { test: "npm test" } });

export const PLAN: Plan = Plan.parse({
  issue: { number: null, title: "Split keeps empty fields", body: "split(',a') must give two fields.", author: "ana" },
  base: { commit: sha("b"), tree: sha("0"), branch: "main" },
  objective: {
    background: "Empty fields carry meaning",
    intent: "Keep empty fields",
    deliverables: ["src/split.js"],
    done: ["split(',a') gives two fields"],
  },
  workflow: "tdd",
  template: "code",
  rules: [
    {
      id: "a.correctness.logic",
      description: "Empty fields are kept",
      severity: "fail" as const,
      check: { kind: "command" as const, run: "node check.js" },
    },
    {
      id: "a.completeness.types",
      description: "Types",
      severity: "warn" as const,
      check: { kind: "command" as const, run: "npm run types" },
    },
    {
      id: "b.style.conventions",
      description: "Style",
      severity: "warn" as const,
      check: { kind: "command" as const, run: "npm run lint" },
    },
    {
      id: "b.security.input-validation",
      description: "Input",
      severity: "fail" as const,
      check: { kind: "command" as const, run: "node input.js" },
    },
  ].map(normaliseRule),
  thresholds: { A: 0.8, B: 0.9 },
  acceptance: [],
  existing: [],
  atoms: [anAtom("A1", { description: "Mend split" })],
  scope: { paths: ["src/**"], out: [] },
  limits: CONFIG.limits,
  setup: [],
  checks: CONFIG.checks,
  tests: CONFIG.tests,
  protected: CONFIG.protected,
  expectedTestChanges: [],
  config: digestOf(CONFIG),
});

/** The first event of a run about the issue of that number; null off GitHub. `onIncomplete`: where unfinished work is shown. */
export function startedAt(number: number | null, onIncomplete: Config["on_incomplete"] = "branch"): EventDraft {
  const issue = { ...PLAN.issue, number };
  return {
    kind: "run_started",
    runId: "split-20260101-000000",
    alias: "split",
    issue,
    base: PLAN.base,
    config: { ...CONFIG, on_incomplete: onIncomplete },
  };
}

export const STARTED = startedAt(null);
export const HYDRATED: EventDraft = { kind: "run_hydrated", plan: PLAN };
export const PROCEED: EventDraft = { kind: "plan_reviewed", review: { verdict: "PROCEED", findings: [] } };
const CONSENTED: EventDraft<"approved"> = {
  kind: "approved",
  by: "ana",
  digest: digestOf(PLAN),
  handover: digest("c"),
  comment: null,
  account: null,
  stepwise: false,
};
export const APPROVED: EventDraft = CONSENTED;
/** The run pauses after each iteration. */
export const APPROVED_STEPWISE: EventDraft = { ...CONSENTED, stepwise: true };
export const CONSUMED: EventDraft = { kind: "consumed", handover: digest("c"), keyHash: digest("a"), worker: null };
export const SET_UP: EventDraft = { kind: "setup_done", ok: true, details: "", ms: 1 };
export const BASE_SCORED: EventDraft = {
  kind: "base_scored",
  results: [{ id: "a.correctness.logic", verdict: "fail", details: "exit code 1", evidence: [] }],
  tests: { green: true, names: null, details: "exit code 0" },
};
export const PLANNED: EventDraft = {
  kind: "plan_created",
  steps: [{ text: "Mend split", rules: ["a.correctness.logic"], atom: null, open: true }],
};
/** A worker's work: on an atom, or on the open steps. */
export const worked = (tree: string, atom: string | null, toolCalls = 3): EventDraft => ({
  kind: "artifact_created",
  tree,
  changed: ["src/split.js"],
  refused: [],
  toolCalls,
  summary: "done",
  lastCalls: [],
  atom,
  skipped: false,
  issues: [],
  nextSteps: [],
});
export const resolved = (atom: string, artifacts: string[] = ["src/split.js"]): EventDraft => ({
  kind: "atom_resolved",
  atom,
  binding: { summary: `${atom} is done`, artifacts },
});
export const failedOnce = (atom: string, why = "no"): EventDraft => ({ kind: "atom_failed", atom, why, final: false });
/** The plan's one atom is done; in a later iteration its event changes nothing. */
export const made = (tree: string, toolCalls = 3): readonly EventDraft[] => [worked(tree, "A1", toolCalls), resolved("A1")];
export const refined = (tree: string, previousTree: string): EventDraft => ({
  kind: "refinement_done",
  tree,
  changed: ["src/split.js"],
  refused: [],
  toolCalls: 2,
  summary: "done",
  lastCalls: [],
  previousTree,
});
export const PREPARED: EventDraft = { kind: "checks_prepared", checks: [], hidden: [], notes: [] };
export const CRITIQUED: EventDraft = {
  kind: "critique_done",
  hypotheses: [],
  advice: [{ rule: "a.correctness.logic", problem: "p", fix: "f", effect: "e" }],
};
export const ANSWERED: EventDraft = {
  kind: "answered",
  claims: [{ claim: "It drops them.", quotes: [{ path: "src/split.js", line: 1, text: "filter" }], outputs: [] }],
  dropped: [],
};
export const REFLECTED: EventDraft = {
  kind: "reflection_done",
  reflection: { request: "r", guidance: "g", followed: "f", outcome: "Success", accomplishment: "a", rootCause: "c", proposedChange: "p" },
};
export const audited = (verdict: "OK" | "BLOCK" | "CANNOT_ASSESS", call = 3): EventDraft => ({
  kind: "audit_done",
  audit: { verdict, drift: "none", issue: "", principle: "", correction: "" },
  call,
  context: "",
});
export const qa = (verdict: "VERIFIED" | "ISSUES"): EventDraft => ({
  kind: "qa_done",
  qa: { verdict, issues: verdict === "ISSUES" ? [{ dimension: "output", severity: "major", problem: "p", fix: "f" }] : [] },
  head: sha("c"),
  base: PLAN.base.commit,
});
export const PUBLISHED: EventDraft = { kind: "published", number: 7, url: "http://127.0.0.1/7", branch: "loop/split", head: sha("c") };
export const PAUSE: EventDraft = { kind: "pause_requested", by: "ana" };
export const RESUMED: EventDraft = { kind: "resumed", by: "ana" };
export const REDIRECT: EventDraft = { kind: "redirect_requested", by: "ana", text: "Keep the old name." };
export const redirected = (change: RedirectChange, of = 0, reopens: readonly string[] | null = []): EventDraft => ({
  ...{ kind: "redirected", of, change, why: "w" },
  ...(reopens !== null && { reopens: [...reopens], measures: true }),
});
/** So many rules with ids from this number on, and one thing that nothing measures. */
export const measured = (rules: number, of = 0, head = sha("c"), from = 1): EventDraft<"review_measured"> => {
  const draft = (_: unknown, index: number): ReviewRuleDraft => ({
    description: `Asked ${from + index}`,
    kind: "command",
    text: "node asked.js",
    prints: null,
  });
  const taken = Array.from({ length: from - 1 }, (_, index) => `a.review.${index + 1}`);
  const made = reviewRules(Array.from({ length: rules }, draft), taken);
  return { kind: "review_measured", of, head, rules: [...made], unmeasured: ["It reads well"] };
};
export const asked = (...defaults: readonly (string | null)[]): EventDraft => ({
  kind: "info_requested",
  questions: defaults.map((answer, index) => ({ question: `Question ${index + 1}?`, default: answer })),
});
export const STOP: EventDraft = { kind: "stop_requested", by: "ana", note: "" };

/** An evaluation of the plan's rules, all green but those named. */
export function evaluationOf(tree: string, level: Level, red: readonly string[] = []): Evaluation {
  const results = activeRules(PLAN.rules, level).map(({ id }) => ({
    id,
    verdict: red.includes(id) ? ("fail" as const) : ("pass" as const),
    details: "",
    evidence: [],
  }));
  return evaluate(tree, level, results, PLAN);
}

export const evaluated = (tree: string, level: Level, red: readonly string[] = []): EventDraft => ({
  kind: "evaluation_done",
  evaluation: evaluationOf(tree, level, red),
});
export const kept = (commit: string, before: string | null = null): EventDraft => ({
  kind: "iteration_kept",
  branch: "loop/split",
  before,
  commit,
});

/** Events a second apart. */
export function timed(drafts: readonly EventDraft[], from = 0): readonly Event[] {
  return drafts.map((draft, index) => ({ ...draft, at: (from + index) * 1000 }) as Event);
}

/** The run that these events make. */
export function begun(events: readonly Event[]): Run {
  const run = replay(events);
  if (run === null) throw new Error("a journal begins with run_started");
  return run;
}

/** The run that these drafts make, without anything that follows by itself. */
export function runOf(...drafts: readonly EventDraft[]): Run {
  return begun(timed([STARTED, ...drafts]));
}

/** The events of these drafts, with what follows by itself after each. */
export function settledEvents(...drafts: readonly EventDraft[]): readonly Event[] {
  let events = timed([STARTED]);
  let run = begun(events);
  for (const draft of drafts) {
    const event = { ...draft, at: run.updatedAt + 1000 } as Event;
    run = evolve(run, event);
    const follow = conclude(run, { at: run.updatedAt, key: null });
    run = follow.reduce(evolve, run);
    events = [...events, event, ...follow];
  }
  return events;
}

/** The run that they make. */
export function settledRun(...drafts: readonly EventDraft[]): Run {
  return begun(settledEvents(...drafts));
}

/** The run with all that follows by itself. */
export function concluded(run: Run): Run {
  return conclude(run, { at: run.updatedAt, key: null }).reduce(evolve, run);
}

/** Up to the first PLAN. */
export const BEGUN: readonly EventDraft[] = [HYDRATED, PROCEED, APPROVED, CONSUMED, SET_UP, BASE_SCORED];

/** Up to a pull request: both levels pass at once, QA verifies. The work is tree 1, at commit c. */
export const SHOWN: readonly EventDraft[] = [
  ...[...BEGUN, PLANNED, ...made(sha("1")), PREPARED, evaluated(sha("1"), "A"), kept(sha("c")), PREPARED, evaluated(sha("1"), "B")],
  ...[audited("OK"), qa("VERIFIED"), REFLECTED, PUBLISHED],
];
