/** What a look does about a run that is over: it is shown as it ended, whoever died before they drew it, or stood still and drew over it; and when it is old, what it left goes. */
import { LATELY, ON_ITS_WAY } from "#core/looks.ts";
import { next } from "#core/next.ts";
import type { Run } from "#core/run.ts";
import { isOver } from "#core/stage.ts";
import { maySweep } from "#core/sweep.ts";
import { atHand } from "../at-hand.ts";
import { isDrawn, redraw } from "../pictures.ts";
import { readRun } from "../read-run.ts";
import type { Desk } from "./desk.ts";
import { driveHere } from "./drive-here.ts";
import { lastRun } from "./last-run.ts";
import { sweep } from "./sweep.ts";
import { tidy } from "./tidy.ts";

/** False where the issue never had a run. Four requests at most where nothing is wrong. Idempotent. Throws `Failure`. */
export async function lookBack(desk: Desk): Promise<boolean> {
  const run = await lastRun(desk);
  if (run === null) return false;
  const now = desk.clock.now();
  if (maySweep(run, now)) await sweep(desk);
  else if (run.unreadable === null && isOver(run.stage) && now - run.updatedAt <= LATELY) await showEnd(run, desk);
  return true;
}

/** Says what is still to be said, and sets label and comments right. */
async function showEnd(ended: Run, desk: Desk): Promise<void> {
  const { github, log } = desk;
  const isOnItsWay = desk.clock.now() - ended.updatedAt <= ON_ITS_WAY;
  const run = isOnItsWay ? ended : await lastWord(ended, desk);
  const { letters } = await github.seen(run.startedAt);
  await tidy(run, letters, desk);
  const { labels } = await github.issue();
  if (!isDrawn(run, { labels, letters }, github)) await redraw(run, github, log);
}

/**
 * What the issue's last run has still to say, said by whoever comes after those who died before they said it. Gives the run with the receipts,
 * which the next look would find again: a comment without one is drawn by nobody. A run that ended long ago is left as people have it.
 * Idempotent. Throws `Failure`.
 */
export async function lastWord(run: Run, desk: Desk): Promise<Run> {
  if (next(run).kind !== "settle" || desk.clock.now() - run.updatedAt > LATELY) return run;
  const found = await desk.latest();
  if (found === null) return run;
  const journal = atHand(found, desk);
  await driveHere({ journal, run }, desk);
  // Nothing but the receipts: that somebody looked is no news about the run.
  return { ...run, effects: (await readRun(journal)).effects };
}
