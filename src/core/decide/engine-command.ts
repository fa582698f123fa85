/** The commands that the core asks the engine to perform: imperative, one file in loop/steps each. */
import type { Effect } from "#core/events/data/effect.ts";
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import type { Step } from "#core/events/data/step.ts";
import type { Level } from "#core/rules/level.ts";
import type { AtomId } from "#core/tasks/atom.ts";

/**
 * `measure` makes rules of what reviews ask for. `produce` does one atom, and those `beside` it on copies of their own;
 * null: no atom is open, and the worker works on the open steps of the iteration. `evaluate` scores the tree at the
 * level. `keep` commits the best tree, which is not on the branch yet. `reflect` closes a run that ends for `reason`.
 * `settle` performs the pending effect; `reply` answers on the pull request, `draft` shows unfinished work.
 */
export type EngineCommand =
  | { readonly kind: "hydrate" }
  | { readonly kind: "rehearse" }
  | { readonly kind: "review" }
  | { readonly kind: "redirect" }
  | { readonly kind: "measure" }
  | { readonly kind: "answer" }
  | { readonly kind: "investigate" }
  | { readonly kind: "consume" }
  | { readonly kind: "setup" }
  | { readonly kind: "score_base" }
  | { readonly kind: "plan" }
  | { readonly kind: "probe"; readonly atoms: readonly AtomId[] }
  | { readonly kind: "decompose"; readonly atom: AtomId }
  | { readonly kind: "produce"; readonly atom: AtomId | null; readonly beside?: readonly AtomId[] }
  | { readonly kind: "prepare" }
  | { readonly kind: "evaluate"; readonly tree: string; readonly level: Level }
  | { readonly kind: "keep"; readonly tree: string }
  | { readonly kind: "critique" }
  | { readonly kind: "refine" }
  | { readonly kind: "audit" }
  | { readonly kind: "verify" }
  | { readonly kind: "reflect"; readonly stage: Stage; readonly reason: StopReason }
  | { readonly kind: "publish" }
  | { readonly kind: "settle"; readonly effect: Exclude<Effect, "replies" | "draft"> }
  | { readonly kind: "reply" }
  | { readonly kind: "draft" };

/** The engine has nothing to do: the run is over, waits for a person, or has a journal that cannot be read. */
export interface EngineStop {
  readonly kind: "stop";
  readonly stage: Stage;
  readonly reason: StopReason | null;
}

/** The step that a command performs, as events name it. */
export const STEP_OF: Readonly<Record<EngineCommand["kind"], Step>> = {
  hydrate: "HYDRATE",
  rehearse: "REHEARSE",
  review: "REVIEW",
  redirect: "REDIRECT",
  measure: "MEASURE",
  answer: "ANSWER",
  investigate: "INVESTIGATE",
  consume: "CONSUME",
  setup: "SETUP",
  score_base: "SCORE_BASE",
  plan: "PLAN",
  probe: "PROBE",
  decompose: "DECOMPOSE",
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
  reply: "SETTLE",
  draft: "SETTLE",
};

/** True when two commands ask for the same thing: another atom, tree, level or effect makes another command. */
export function isSameCommand(a: EngineCommand | EngineStop, b: EngineCommand | EngineStop): boolean {
  return a.kind === b.kind && objectOf(a) === objectOf(b);
}

function objectOf(command: EngineCommand | EngineStop): string | null {
  if (command.kind === "settle") return command.effect;
  if (command.kind === "probe") return command.atoms.join();
  if (command.kind === "keep") return command.tree;
  if (command.kind === "evaluate") return `${command.level} ${command.tree}`;
  if (command.kind === "produce") return [command.atom, ...(command.beside ?? [])].join();
  return command.kind === "decompose" ? command.atom : null;
}
