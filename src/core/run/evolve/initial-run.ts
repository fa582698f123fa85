/** The run that `run_started` begins: nothing is known of it yet. */
import { NO_PROBLEMS } from "#core/events/data/problem-tally.ts";
import { NO_WORK_TIME } from "#core/events/data/time-used.ts";
import type { EventOf } from "#core/events/event.ts";
import { NO_COMMANDS } from "#core/run/last-commands.ts";
import { NO_LEASE } from "#core/run/lease-state.ts";
import type { Progress } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { NO_USAGE } from "#core/values/usage.ts";

/** A loop that has not begun, but for where its branch points. */
export const INITIAL_PROGRESS: Omit<Progress, "head"> = {
  iteration: 1,
  before: 0,
  level: "A",
  step: "PLAN",
  steps: [],
  checks: [],
  hidden: [],
  tried: [],
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
  critiques: [],
  patch: null,
  hypotheses: [],
  rows: [],
  formatting: null,
};

/** No person has steered the run, or commented since its plan. */
const UNSTEERED = {
  newerComment: null,
  stopRequest: null,
  lastCommands: NO_COMMANDS,
  pausing: null,
  stepwise: false,
  stepped: 0,
  corrections: [],
  redirect: null,
  measurements: [],
  measured: 0,
  replied: 0,
  sentBack: null,
} satisfies Partial<Run>;

/** Nobody was shown any work, so no check of the repository has run on it. */
const UNPUBLISHED = {
  published: null,
  publishedAt: 0,
  ci: null,
  ciRounds: 0,
  drafted: null,
  shown: null,
} satisfies Partial<Run>;

/** The run after its first event. */
export function initialRun({
  runId,
  alias,
  issue,
  base,
  config,
  trusted,
  asked,
  earlier,
  rehearses,
  at,
  spend,
}: EventOf<"run_started">): Run {
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
    rehearses: config.rehearse === false || rehearses === undefined ? null : rehearses === "job" ? "job" : "here",
    rehearsal: null,
    returned: 0,
    sharpened: false,
    request: null,
    approval: null,
    ...NO_LEASE,
    effects: {},
    gaveUp: null,
    setup: null,
    baseScore: null,
    graph: graphOf([]),
    progress: { ...INITIAL_PROGRESS, head: { commit: base.commit, tree: base.tree } },
    audits: { last: null, calls: 0, lastAt: 0, beforeQa: false, owed: false, cleared: null },
    objections: 0,
    roles: {},
    questions: [],
    ...UNSTEERED,
    errorState: null,
    budgetRefused: null,
    qa: null,
    checklist: [],
    strength: null,
    answer: null,
    bases: { verified: null, shown: null },
    passedBy: null,
    reflection: null,
    ...UNPUBLISHED,
    ending: null,
    revived: 0,
    spend: spend ?? NO_USAGE,
    learned: NO_PROBLEMS,
    worked: NO_WORK_TIME,
    askedAt: asked ?? at,
    earlier: earlier ?? [],
    startedAt: at,
    updatedAt: at,
  };
}
