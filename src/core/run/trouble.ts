/** When the trouble of a run ends it. */
import type { Run } from "./run.ts";

/** A step failed for good: once where it cannot be repeated, else twice. */
export function isStepBroken({ errorState }: Pick<Run, "errorState">): boolean {
  return errorState !== null && (errorState.count >= 2 || !errorState.retryable) && errorState.step !== "REFLECT";
}
