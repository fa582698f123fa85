/** Maps stages to the status labels of an issue: one at a time, for the stages that people filter issues by. */
import type { Stage } from "#core/events/data/reason.ts";

const LABELS: Readonly<Record<Stage, string | null>> = {
  hydrating: null,
  reviewing: null,
  awaiting_approval: "loop:awaiting-approval",
  running: "loop:running",
  verifying: "loop:running",
  publishing: "loop:running",
  completed: "loop:completed",
  needs_info: "loop:needs-info",
  halted: "loop:halted",
  paused: "loop:paused",
  blocked: "loop:blocked",
  stopped: "loop:stopped",
  failed: "loop:failed",
};

/** All of them. */
export const STATUS_LABELS: readonly string[] = [...new Set(Object.values(LABELS))].filter((label) => label !== null);

/** The label of a stage; null for a stage that has none. */
export function labelOf(stage: Stage): string | null {
  return LABELS[stage];
}
