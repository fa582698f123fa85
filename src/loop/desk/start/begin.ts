/** What a label does: a run begins, or goes on, or it is said why not. */
import { endedAt, saidBefore } from "#core/events/data/said.ts";
import type { Run } from "#core/run/run.ts";
import { AGAIN, type Desk, DONE, type Heard, type Outcome, refused } from "#loop/desk/context/desk.ts";
import { type Active, driveHere, isDriven } from "#loop/desk/context/drive-here.ts";
import type { Known } from "#loop/desk/context/known.ts";
import { lastRun } from "#loop/desk/context/last-run.ts";
import { lastWord } from "#loop/desk/context/last-word.ts";
import { unreadable } from "#loop/desk/context/unreadable.ts";
import { isWorn } from "#loop/desk/run/withdrawn.ts";
import { attempt } from "#loop/journals/pictures.ts";
import type { IssueNow } from "#ports/github.ts";
import { quotaFull } from "./quota.ts";
import { start } from "./start.ts";

/** Heard in time, it would have found that run at work. */
const EARLY = "the label was set while the run before was at work, and that one is completed; set it again for a new run";

/** A run whose desk died while the plan was made goes on; else a new one begins. Throws `Failure`. */
export async function begin(heard: Heard, { active, settings, broken, writes }: Known, desk: Desk): Promise<Outcome> {
  const spoilt = broken ?? active?.run.unreadable ?? null;
  if (spoilt !== null) return unreadable(spoilt, desk);
  if (settings === null || settings.kind === "wrong") return { kind: "confused", why: settings?.why ?? "" };
  if (active !== null) return goOn(heard, active, desk);
  const last = await lastRun(desk);
  const had = hadBefore(last, heard);
  if (had !== null) return had;
  const obstacle = obstacleIn(await desk.github.issue(), settings.config.label);
  if (obstacle !== null) return refused(obstacle);
  const full = await quotaFull(heard, settings.config.quotas, desk);
  if (full !== null) return refused(full);
  // From now on nobody looks at it any more; a new run does not hang on it.
  if (last !== null) await attempt(() => lastWord(last, desk), "the last word of the run before", desk.log);
  return start(heard, settings, { last, writes }, desk);
}

/** Why nothing begins on the issue as it is now, whatever was told of it; "" where that needs no words. */
function obstacleIn(now: IssueNow, label: string): string | null {
  if (!isWorn(label, now)) return "";
  return now.open ? null : "the issue is closed; open it, then set the label again";
}

/** What a label had from the run that is over by now; null where it came after that one, or that one did not do the work. */
function hadBefore(last: Run | null, { at }: Heard): Outcome | null {
  if (last === null) return null;
  if (last.startedAt >= at) return DONE;
  return last.stage === "completed" && saidBefore(at, endedAt(last)) ? refused(EARLY) : null;
}

/** The label that began this run, heard again, has had its wish. */
async function goOn({ at }: Heard, active: Active, desk: Desk): Promise<Outcome> {
  if (!isDriven(active.run)) await driveHere(active, desk);
  const { stage, startedAt } = active.run;
  const isGranted = stage === "hydrating" || stage === "reviewing" || startedAt >= at;
  return isGranted ? AGAIN : refused(`this issue has an active run already: it is ${stage}; \`/loop stop\` ends it`);
}
