/** The run that `run_started` begins: nothing is known of it yet. */
import type { EventOf } from "./event.ts";
import type { Progress } from "./loop-state.ts";
import type { Run } from "./run.ts";
import { NOTHING } from "./spend.ts";

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

/** The run after its first event. */
export function begin({ runId, alias, issue, base, config, at, spend }: EventOf<"run_started">): Run {
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
    checklist: [],
    answer: null,
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
