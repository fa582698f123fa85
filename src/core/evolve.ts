/** A run after an event (architecture 2). Pure; an event that is not lawful in the stage changes nothing but the count. */
import { without } from "./effect.ts";
import type { Event, EventKind, EventOf } from "./event.ts";
import { type Change, type Changes, LOOP_CHANGES } from "./evolve-loop.ts";
import type { Progress, Run } from "./run.ts";
import { add, NOTHING } from "./spend.ts";
import { isLawful, stageAfter } from "./stage.ts";
import type { Step } from "./step.ts";

const FRESH: Omit<Progress, "head"> = {
  iteration: 1,
  level: "A",
  step: "PLAN",
  steps: [],
  checks: [],
  tree: null,
  changed: [],
  stale: false,
  evaluation: null,
  best: null,
  lastScore: null,
  stagnation: 0,
  bRefines: 0,
  cause: null,
  lastCalls: [],
  advice: [],
  rows: [],
};

const CHANGES: Changes = {
  ...LOOP_CHANGES,
  run_hydrated: (_run, { plan }) => ({ plan, review: null, trouble: null }),
  info_requested: (_run, { questions }) => ({ questions, ending: "questions", trouble: null }),
  plan_reviewed: (_run, { review }) => ({ review, trouble: null }),
  revision_requested: (run) => ({ revisions: run.revisions + 1 }),
  approval_requested: (run, { digest, reason, at }) => ({
    request: { digest, reason, at },
    approval: null,
    consumed: false,
    trouble: null,
    effects: without(run.effects, "again", "dispatch"),
  }),
  halted: (_run, { reason }) => ({ ending: reason }),
  approved: (_run, { by, digest, handover, comment, account, at }) => ({
    approval: { by, digest, handover, comment, account, at },
    takenUp: 0,
  }),
  loop_passed: (run, { reason }) => ({
    passedBy: reason,
    qa: run.qa === null ? null : { ...run.qa, last: null },
    audits: { ...run.audits, beforeQa: false },
  }),
  stop_requested: (_run, { by, note }) => ({ stopRequest: { by, note } }),
  phase_error: (run, { step, message, retryable }) => ({ trouble: troubled(run, step, { message, retryable }) }),
  step_interrupted: (run, { step }) => ({ trouble: troubled(run, step, { message: "interrupted", retryable: true }) }),
  budget_refused: (_run, { message }) => ({ budgetRefused: message }),
  reflection_done: (_run, { reflection }) => ({ reflection }),
  published: (_run, { number, url, branch, head }) => ({ published: { number, url, branch, head }, trouble: null }),
  stopped: (_run, { reason }) => ({ ending: reason }),
  failed: (_run, { reason }) => ({ ending: reason }),
  run_blocked: (_run, { reason }) => ({ ending: reason }),
  completed: (_run, { reason }) => ({ ending: reason }),
  gave_up: givenUp,
  announced: (run, { effect, at }) => ({ effects: { ...run.effects, [effect]: { at, settled: null } } }),
  settled: (run, { effect, receipt, why }) => ({
    effects: { ...run.effects, [effect]: { at: run.effects[effect]?.at ?? run.updatedAt, settled: { receipt, why } } },
  }),
  resumed: (run) => ({
    consumed: false,
    effects: without(run.effects, "dispatch", "result"),
    gaveUp: null,
    ...(run.setup?.ok === false ? { setup: null, baseScore: null } : {}),
    stopRequest: null,
    trouble: null,
    budgetRefused: null,
    reflection: null,
    ending: null,
    revived: run.revived + (run.stage === "failed" ? 1 : 0),
    progress: { ...run.progress, stagnation: 0 },
  }),
};

/** Whoever verifies and publishes ends what they begin: a run that is given up was verified by nobody, whatever its journal says. */
function givenUp({ qa }: Run, { reason, message }: EventOf<"gave_up">): Partial<Run> {
  const last = qa?.last?.verdict === "VERIFIED" ? null : (qa?.last ?? null);
  return { gaveUp: { reason, message }, published: null, reflection: null, qa: qa === null ? null : { ...qa, last } };
}

/** A step that failed, or was interrupted without a stop, once more: the second time in a row it ends the run. */
function troubled(run: Run, step: Step, what: { readonly message: string; readonly retryable: boolean }): NonNullable<Run["trouble"]> {
  return { step, ...what, count: run.trouble?.step === step ? run.trouble.count + 1 : 1 };
}

/** The run after `event`. Never throws, whatever the order of events: any prefix of a journal is a legal run. */
export function evolve(run: Run, event: Event): Run {
  const counted = { ...run, rev: run.rev + 1, updatedAt: Math.max(run.updatedAt, event.at), spend: add(run.spend, event.spend ?? NOTHING) };
  if (!isLawful(run.stage, event)) return counted;
  const change = CHANGES[event.kind] as Change<EventKind> | undefined; // the table is keyed by the kind: the pair always fits
  return { ...counted, ...(change?.(counted, event) ?? {}), stage: stageAfter(run.stage, event) };
}

/** The run that `run_started` begins. */
function begin({ runId, alias, issue, base, config, at, spend }: EventOf<"run_started">): Run {
  return {
    rev: 1,
    runId,
    alias,
    issue,
    base,
    config,
    stage: "hydrating",
    unreadable: null,
    plan: null,
    review: null,
    revisions: 0,
    request: null,
    approval: null,
    consumed: false,
    takenUp: 0,
    keyHash: null,
    worker: null,
    effects: {},
    gaveUp: null,
    setup: null,
    baseScore: null,
    progress: { ...FRESH, head: { commit: base.commit, tree: base.tree } },
    audits: { last: null, calls: 0, lastAt: 0, beforeQa: false },
    questions: [],
    stopRequest: null,
    trouble: null,
    budgetRefused: null,
    qa: null,
    passedBy: null,
    reflection: null,
    published: null,
    ending: null,
    revived: 0,
    spend: spend ?? NOTHING,
    startedAt: at,
    updatedAt: at,
  };
}

/** The run that a list of events makes; null when it does not begin with `run_started`. */
export function replay(events: readonly Event[]): Run | null {
  const [first, ...rest] = events;
  return first?.kind === "run_started" ? rest.reduce(evolve, begin(first)) : null;
}
