/** A run that is over is shown as it ended, whoever died before they drew it, or stood still and drew over it. */
import { isOver } from "#core/stage.ts";
import { isDrawn, redraw } from "../pictures.ts";
import type { Desk } from "./desk.ts";
import { lastRun } from "./last-run.ts";

/** Milliseconds after its end for which it is looked at: whatever people do to their label later is theirs. */
const LATELY = 900_000;

/** Sets label and comments right where the last run ended a while ago. False where the issue never had a run. Four requests at most where nothing is wrong. Idempotent. Throws `Failure`. */
export async function showEnd(desk: Desk): Promise<boolean> {
  const { github, clock, log } = desk;
  const run = await lastRun(desk);
  if (run === null) return false;
  if (run.unreadable !== null || !isOver(run.stage) || clock.now() - run.updatedAt > LATELY) return true;
  const { letters } = await github.seen(run.startedAt);
  const { labels } = await github.issue();
  if (!isDrawn(run, { labels, letters }, github)) await redraw(run, github, log);
  return true;
}
