/** One issue is brought from what GitHub shows to what its run's journal says, whatever webhook was lost, doubled or never sent (security 3.3; WH-18, LIFE). */
import { ON_ITS_WAY } from "#core/config/looks.ts";
import { announcedAt, receiptOf } from "#core/events/data/effect.ts";
import { pullOf } from "#core/run/pull-now.ts";
import type { Run } from "#core/run/run.ts";
import type { Desk, Heard } from "#loop/desk/context/desk.ts";
import { type Active, driveHere, isDriven } from "#loop/desk/context/drive-here.ts";
import { settingsOf } from "#loop/desk/context/settings.ts";
import { hear } from "#loop/desk/hear/hear.ts";
import { tidy } from "#loop/desk/reply/tidy.ts";
import { leaveActive, stopActive } from "#loop/desk/run/active.ts";
import { showAnew } from "#loop/desk/run/show-anew.ts";
import { isWorn } from "#loop/desk/run/withdrawn.ts";
import { type AtHand, atHand } from "#loop/journals/at-hand.ts";
import { drawAwake, isDrawn, redraw } from "#loop/journals/pictures.ts";
import { readRun } from "#loop/kit/read-run.ts";
import { Failure } from "#ports/failure.ts";
import type { IssueNow, Seen } from "#ports/github.ts";
import { WITHDRAWN } from "#text/phrases/withdrawn.ts";
import { lookBack } from "./after-end.ts";
import { hearAll } from "./hear-all.ts";
import { type EndOf, lookAfter } from "./look-after.ts";

/** Nobody knows who it was: no webhook came. */
const SOMEBODY = "somebody";

/**
 * Looks once. First the workflow run; then the ground of the run: the issue, its label, its pull request; then what people said and nobody
 * heard; last the label and comments that show the run, and those of a run that has just ended; what an old run left goes. About six requests for a run, two where there
 * was none. Idempotent. Throws `Failure`.
 */
export async function reconcile(given: Desk, endOf: EndOf): Promise<void> {
  const desk = await lookAfter(given, endOf);
  const found = await activeOf(desk);
  if (found === "broken") return;
  if (found === null) return (await lookBack(given)) ? undefined : hearLabel(desk);
  if (await isGroundGone(found, desk)) return;
  const seen = await desk.github.seen(found.run.askedAt);
  const heard = await hearAll(seen.unheard, found.run, desk);
  const now = heard ? await activeOf(given) : found;
  if (now === null || now === "broken" || isDriven(now.run)) return;
  await driveHere(now, given);
  // What is there already has its receipt from now on.
  await now.journal.flush();
  await restoreAll(now, seen, given);
}

interface Found extends Active {
  readonly journal: AtHand;
}

/** A journal that cannot be read is told to whoever speaks to it. */
async function activeOf(desk: Desk): Promise<Found | null | "broken"> {
  try {
    const found = await desk.active();
    if (found === null) return null;
    const journal = atHand(found, desk);
    const run = await readRun(journal);
    return run.unreadable === null ? { journal, run } : "broken";
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return "broken";
  }
}

/** True where nothing stands under the run any more: it was ended. */
async function isGroundGone(active: Active, desk: Desk): Promise<boolean> {
  const lost = await lostGround(active.run, desk);
  const by = { at: desk.clock.now(), by: { login: SOMEBODY } };
  if (lost !== null) await stopActive(by, { note: lost, maintainer: false }, active, desk);
  else {
    const left = await leftTo(active.run, desk);
    if (left === null) return false;
    await leaveActive(by, left, active, desk);
  }
  return true;
}

/** Why the issue does not carry its run any more; null where it does. */
async function lostGround({ config }: Run, { github }: Desk): Promise<string | null> {
  const issue = await issueOf(github);
  if (typeof issue === "string") return issue;
  if (!issue.open) return WITHDRAWN.issue_closed(SOMEBODY);
  return isWorn(config.label, issue) ? null : WITHDRAWN.label_removed(SOMEBODY);
}

/** The issue; or why there is none to be read: it was deleted, or is elsewhere now. */
async function issueOf(github: Desk["github"]): Promise<IssueNow | string> {
  try {
    return await github.issue();
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable) throw error;
    return error.message.slice(0, 500);
  }
}

/** Why the pull request of an earlier round is a person's now; null where it is ours. */
async function leftTo(run: Run, { github }: Desk): Promise<string | null> {
  const number = pullOf(run);
  const pull = number === null ? null : await github.pull(number);
  if (pull === null || pull.open) return null;
  return WITHDRAWN[pull.merged ? "pull_merged" : "pull_closed"](SOMEBODY);
}

/** A label that nobody heard of begins a run, in the name of whoever set it. */
async function hearLabel(desk: Desk): Promise<void> {
  const settings = await settingsOf(desk);
  const label = settings.kind === "settings" ? settings.config.label : null;
  const found = label === null ? null : await desk.github.labelled(label);
  if (label === null || found === null || desk.clock.now() - found.at < ON_ITS_WAY) return;
  const heard: Heard = { happening: { kind: "label_added", label }, comment: null, ...found, issue: await desk.github.issue(), ours: [] };
  await hear(heard, desk);
}

/** The label and the comments that show the run: what people deleted is said anew, what they changed is set right. */
async function restoreAll({ journal }: Active, { letters }: Seen, desk: Desk): Promise<void> {
  const { github, log } = desk;
  const run = await readRun(journal);
  const gone = await goneFrom(run, letters, desk);
  if (gone.length > 0) return showAnew(gone, journal, desk);
  await tidy(run, letters, desk);
  const { labels } = await github.issue();
  if (!isDrawn(run, { labels, letters }, github)) await drawAwake(() => redraw(run, github, log), journal, desk);
}

/** Which comments of ours somebody deleted: a list may not show yet what was said a moment ago, so the comment itself is asked for. */
async function goneFrom(run: Run, letters: Seen["letters"], { github, clock }: Desk): Promise<readonly ("plan" | "status")[]> {
  const gone: ("plan" | "status")[] = [];
  for (const effect of ["plan", "status"] as const) {
    const [receipt, one] = [receiptOf(run, effect), run.effects[effect]];
    if (receipt === null || one === undefined || letters.has(receipt) || clock.now() - announcedAt(one) < ON_ITS_WAY) continue;
    if ((await github.commentAt(Number(receipt))) === null) gone.push(effect);
  }
  return gone;
}
