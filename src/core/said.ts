/** When a person said something, against when something happened here. */

import type { Run } from "./run.ts";

/** GitHub tells times of comments in whole seconds: milliseconds by which one may seem older than it is. */
const ROUNDING = 1_000;

/** True when it was certainly said before `moment`. Both in milliseconds since the epoch. */
export function saidBefore(said: number, moment: number): boolean {
  return said + ROUNDING < moment;
}

/** When a run that is over had its end, in milliseconds since the epoch: its last word was announced then. Receipts may have come since, and where the replies could not be given, another word. */
export function endedAt({ effects, updatedAt }: Pick<Run, "effects" | "updatedAt">): number {
  return (effects.replies ?? effects.result)?.at ?? updatedAt;
}
