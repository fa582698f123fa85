/** What the core may ask of the world: imperative, one file in loop/steps each. */
import type { Effect } from "./effect.ts";
import type { Stage, StopReason } from "./reason.ts";
import type { Step } from "./step.ts";

/** `keep` commits the best tree that is not on the branch yet. `reflect` closes a run that ends for `reason`. `settle` does what was announced. */
export type Command =
  | { readonly kind: "hydrate" }
  | { readonly kind: "review" }
  | { readonly kind: "answer" }
  | { readonly kind: "investigate" }
  | { readonly kind: "consume" }
  | { readonly kind: "setup" }
  | { readonly kind: "score_base" }
  | { readonly kind: "plan" }
  | { readonly kind: "produce" }
  | { readonly kind: "prepare" }
  | { readonly kind: "evaluate" }
  | { readonly kind: "keep" }
  | { readonly kind: "critique" }
  | { readonly kind: "refine" }
  | { readonly kind: "audit" }
  | { readonly kind: "verify" }
  | { readonly kind: "reflect"; readonly stage: Stage; readonly reason: StopReason }
  | { readonly kind: "publish" }
  | { readonly kind: "settle"; readonly effect: Effect };

/** Nothing for the engine to do: the run is over, or waits for somebody. */
export interface Stop {
  readonly kind: "stop";
  readonly stage: Stage;
  readonly reason: StopReason | null;
}

/** The step that a command performs, for errors and for people. */
export const STEP_OF: Readonly<Record<Command["kind"], Step>> = {
  hydrate: "HYDRATE",
  review: "REVIEW",
  answer: "ANSWER",
  investigate: "INVESTIGATE",
  consume: "CONSUME",
  setup: "SETUP",
  score_base: "SCORE_BASE",
  plan: "PLAN",
  produce: "PRODUCE_PREPARE",
  prepare: "PREPARE",
  evaluate: "EVALUATE",
  keep: "EVALUATE",
  critique: "CRITIQUE",
  refine: "REFINE",
  audit: "AUDIT",
  verify: "VERIFY",
  reflect: "REFLECT",
  publish: "PUBLISH",
  settle: "SETTLE",
};
