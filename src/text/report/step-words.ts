/** Names the steps of a run, and who does each. */
import type { Step } from "#core/events/data/step.ts";

/** For a table of steps. */
export const STEP_WORDS: Readonly<Record<Step, string>> = {
  HYDRATE: "writing the plan",
  REHEARSE: "trying the plan on the base",
  REVIEW: "the plan critic",
  REDIRECT: "reading a correction",
  MEASURE: "making rules of a review",
  ANSWER: "writing an answer",
  INVESTIGATE: "finding the cause of a failure",
  CONSUME: "taking the approval",
  SETUP: "setting up",
  SCORE_BASE: "checking the base",
  PLAN: "planning an iteration",
  PRODUCE_PREPARE: "the worker, beside the checks that are prepared",
  PROBE: "trying a doubtful task",
  DECOMPOSE: "splitting a task",
  PREPARE: "preparing checks",
  EVALUATE: "checking the work",
  CRITIQUE: "criticising the work",
  REFINE: "refining the work",
  AUDIT: "the auditor",
  VERIFY: "the QA verifier",
  REFLECT: "what was learned",
  PUBLISH: "opening the pull request",
  SETTLE: "telling GitHub",
};
