/** The base of attacks: what is known of a plan and of its base when wrong patches are made. */
import type { Plan } from "#core/plan/plan.ts";
import type { RuleResult } from "#core/rules/score.ts";

/**
 * What attacks are made from. `results`: of the plan's rules on its base. `paths`: of the base; `texts`: of those that
 * were read, without binaries.
 */
export interface AttackBase {
  readonly plan: Plan;
  readonly results: readonly RuleResult[];
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** What a wrong patch has made so far of files of the base; null: the file is gone. */
export type PatchedTexts = ReadonlyMap<string, string | null>;

/** The text of a file on which a patch goes on; empty for one that is to come. Pure. */
export function textOver(path: string, made: PatchedTexts, { texts }: Pick<AttackBase, "texts">): string {
  return made.get(path) ?? texts.get(path) ?? "";
}
