/** The run that `run_started` begins: nothing is known of it yet. */
import { NOTHING_LEARNED } from "#core/events/data/learning.ts";
import { NO_WORK } from "#core/events/data/took.ts";
import type { EventOf } from "#core/events/event.ts";
import { UNHELD } from "#core/run/hold.ts";
import type { Progress } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { UNTOLD } from "#core/run/words-taken.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { NOTHING } from "#core/values/spend.ts";

/** A loop that has not begun, but for where its branch points. */
export const FRESH: Omit<Progress, "head"> = {
  iteration: 1,
  before: 0,
  level: "A",
  step: "PLAN",
  steps: [],
  checks: [],
  hidden: [],
  produced: false,
  prepared: false,
  leftAside: [],
  tree: null,
  changed: [],
  evaluation: null,
  best: null,
  lastScore: null,
  stagnation: 0,
  bRefines: 0,
  cause: null,
  account: "",
  lastCalls: [],
  advice: [],
  hypotheses: [],
  rows: [],
  formatting: null,
};

/** Nobody has steered the run. */
const UNSTEERED = {
  stopRequest: null,
  words: UNTOLD,
  pausing: null,
  stepwise: false,
  stepped: 0,
  corrections: [],
  redirect: null,
  replied: 0,
  sentBack: null,
} satisfies Partial<Run>;

/** The run after its first event. */
export function begin({ runId, alias, issue, base, config, trusted, asked, at, spend }: EventOf<"run_started">): Run {
  return {
    rev: 1,
    runId,
    alias,
    issue,
    base,
    config,
    trusted: trusted === true,
    stage: "hydrating",
    unreadable: null,
    plan: null,
    review: null,
    revisions: 0,
    request: null,
    approval: null,
    ...UNHELD,
    effects: {},
    gaveUp: null,
    setup: null,
    baseScore: null,
    graph: graphOf([]),
    progress: { ...FRESH, head: { commit: base.commit, tree: base.tree } },
    audits: { last: null, calls: 0, lastAt: 0, beforeQa: false, owed: false, cleared: null },
    objections: 0,
    roles: {},
    questions: [],
    ...UNSTEERED,
    trouble: null,
    budgetRefused: null,
    qa: null,
    checklist: [],
    strength: null,
    answer: null,
    bases: { verified: null, shown: null },
    passedBy: null,
    reflection: null,
    published: null,
    drafted: null,
    shown: null,
    ending: null,
    revived: 0,
    spend: spend ?? NOTHING,
    learned: NOTHING_LEARNED,
    worked: NO_WORK,
    askedAt: asked ?? at,
    startedAt: at,
    updatedAt: at,
  };
}
