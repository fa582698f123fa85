/** An attack: a cheap wrong patch of the base, which the rules of a plan should refuse. */
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";

/** `edits`: what it makes of the base; none: nothing at all. `line`: of a fault, from 1; absent for others. */
export interface Attack {
  readonly name: AttackName;
  readonly line?: number;
  readonly edits: readonly FileEdit[];
}
