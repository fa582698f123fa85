/** The stages in which no job works on a run: it waits for a maintainer, or it is over. */
import type { Stage } from "#core/events/data/reason.ts";

const RESTING: readonly Stage[] = [
  "awaiting_approval",
  "completed",
  "needs_info",
  "halted",
  "paused",
  "blocked",
  "stopped",
  "failed",
];

const OVER: readonly Stage[] = ["completed", "stopped", "failed", "halted", "blocked", "needs_info"];

/** True when the engine has nothing to do but pending effects until a person acts. */
export function isResting(stage: Stage): boolean {
  return RESTING.includes(stage);
}

/** True when the run is over, but only until a maintainer gives the answer that it waits for. */
export function awaitsMaintainer(stage: Stage): boolean {
  return stage === "needs_info" || stage === "halted" || stage === "blocked";
}

/** True when the run is no longer active: on GitHub the ref `current` is deleted. A command may still revive it. */
export function isOver(stage: Stage): boolean {
  return OVER.includes(stage);
}
