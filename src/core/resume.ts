/** May a run go on: the row `paused, stopped` and the row `failed` of behaviours 6.2. */
import type { Run } from "./run.ts";

/** Why a run cannot be resumed, as a sentence; null when it can. A failed run may be resumed once. */
export function obstacleToResume(run: Run): string | null {
  switch (run.stage) {
    case "completed":
      return "this run is completed; begin a new one";
    case "blocked":
      return "an audit blocked this run, and clearing a block is not built in this version; begin a new run";
    case "halted":
      return "the plan-critic halted this run; change the issue and begin a new one";
    case "needs_info":
      return "this run waits for answers: put them into the issue and begin a new one";
    case "awaiting_approval":
      return `this run waits for an approval: ${run.issue.number === null ? "loopwright approve" : "`/loop approve`"}`;
    case "stopped":
    case "failed":
      return obstacleAfterEnd(run);
    default:
      return null;
  }
}

function obstacleAfterEnd(run: Run): string | null {
  if (run.approval === null) return "this run ended before it was approved; begin a new one";
  if (run.stage === "failed" && run.revived > 0)
    return `this run was resumed before and failed again (${run.trouble?.message ?? run.ending}); begin a new one`;
  return null;
}
