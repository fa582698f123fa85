/**
 * Compares the base branch with the plan when the bot shows the work: has it moved, and was the work verified against
 * that.
 */
import type { Run } from "#core/run/run.ts";

/**
 * `same`: as the plan has it. `merged`: it moved before the work was verified, so the merge was verified too. `unseen`:
 * it moved after that.
 */
export type BaseNow = { readonly kind: "same" } | { readonly kind: "merged" | "unseen"; readonly commit: string };

/** As VERIFY last saw the base branch, then PUBLISH. */
export function baseNowOf({ base, bases: { verified, shown } }: Pick<Run, "base" | "bases">): BaseNow {
  const now = shown ?? verified;
  if (now === null || now === base.commit) return { kind: "same" };
  return { kind: now === verified ? "merged" : "unseen", commit: now };
}
