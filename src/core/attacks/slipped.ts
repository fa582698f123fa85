/** Tells of attacks that slipped through, each once. */
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import type { SlippedAttack } from "#core/plan/plan-attacks.ts";
import type { Attack } from "./attack.ts";
import { openRules } from "./open-rules.ts";

/** Files and rules that are named. */
const MOST_PATHS = 10;
const MOST_RULES = 20;

/**
 * True where an attack says nothing new: one slipped that touches no other files than this one does. Where nothing at
 * all slips, whatever breaks nothing does. Pure.
 */
export function entailsSlipped({ edits }: Attack, slipped: readonly Attack[]): boolean {
  const paths = new Set(edits.map(({ path }) => path));
  return slipped.some((one) => one.edits.every(({ path }) => paths.has(path)));
}

/** What is told of an attack that slipped. Pure. */
export function slippedOf({ name, edits, line }: Attack, ground: AttackBase): SlippedAttack {
  return {
    name,
    paths: edits.slice(0, MOST_PATHS).map(({ path }) => path),
    ...(line !== undefined && { line }),
    rules: openRules(ground)
      .slice(0, MOST_RULES)
      .map(({ id }) => id),
  };
}
