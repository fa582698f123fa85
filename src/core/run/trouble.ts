/** When the trouble of a run ends it. */
import type { Run } from "./run.ts";

/** A step failed for good: once where it cannot be repeated, else twice. */
export function isBroken({ trouble }: Pick<Run, "trouble">): boolean {
  return trouble !== null && (trouble.count >= 2 || !trouble.retryable) && trouble.step !== "REFLECT";
}
