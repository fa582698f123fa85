/** The views of a run on GitHub: its label and the comments that are edited in place. */
import { BOT_LEASE } from "#core/config/poll-intervals.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { rereadRun } from "#loop/context/read-run.ts";
import { commentKeyOf, linksOf, shownPlanOf } from "#loop/steps/send-effect.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHub } from "#ports/github.ts";
import type { IssueComments } from "#ports/github-comments.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { labelOf, STATUS_LABELS } from "#text/phrases/label.ts";
import { planComment } from "#text/plan/plan-comment.ts";

/** The text that a comment shows of a run; null where it stays as it is. */
export const VIEW_TEXTS: Readonly<Record<"plan" | "status", (run: Run, github: GitHub) => string | null>> = {
  plan: (run) => (run.plan === null ? null : planComment(run)),
  status: (run, github) => (isSeen(run) ? statusComment(run, linksOf(run, github)) : null),
};

/**
 * False between the last audit and the pull request, where nothing is new to people: what follows the scores is shown
 * with them.
 */
function isSeen({ stage, audits, qa }: Run): boolean {
  return stage !== "publishing" && !(stage === "verifying" && audits.beforeQa && qa?.last == null);
}

/**
 * Refreshes all views, for a job that cannot know what was shown last: another one died in between, or a person changed
 * them. One request for the labels, one for each that is wrong, one for each comment. Idempotent; what GitHub refuses
 * is a warning.
 */
export async function refreshViews(run: Run, github: GitHub, log: Log): Promise<void> {
  await orWarn(() => relabel(labelOf(run.stage), github), "the label", log);
  await redrawComments(run, github, log);
}

async function redrawComments(run: Run, github: GitHub, log: Log): Promise<void> {
  for (const effect of ["plan", "status"] as const) {
    const [receipt, body] = [receiptOf(run, effect), VIEW_TEXTS[effect](run, github)];
    if (receipt === null || body === null) continue;
    await orWarn(
      () => github.edit(receipt, { key: commentKeyOf(run, effect), body, ...shownPlanOf(run, effect) }),
      `the ${effect} comment`,
      log,
    );
  }
}

/** The ports that a refresh of views needs. */
export interface ViewContext {
  readonly github: GitHub;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * Refreshes the views. A job that was suspended meanwhile may have replaced what others have shown since: it refreshes
 * them once more, from the journal as it is by now.
 */
export async function refreshWithRecheck(
  draw: () => Promise<void>,
  journal: Journal,
  { github, log, clock }: ViewContext,
): Promise<void> {
  const began = clock.now();
  await draw();
  if (clock.now() - began < BOT_LEASE) return;
  const now = async (): Promise<void> => {
    // A remembered run is as old as the views that show it.
    const run = await rereadRun(journal);
    await ((await isElsewhere(run, github)) ? redrawComments : refreshViews)(run, github, log);
  };
  await orWarn(now, "what shows the run", log);
}

/** True where the run is over and its label is gone: a run that began since has removed that label, and has its own. */
async function isElsewhere({ stage }: Run, github: GitHub): Promise<boolean> {
  const right = labelOf(stage);
  return isOver(stage) && right !== null && !(await github.issue()).labels.includes(right);
}

/** The views of a run as people see them: the labels of its issue, and our comments by their ids. */
export interface ShownViews {
  readonly labels: readonly string[];
  readonly ownComments: IssueComments["ownComments"];
}

/** True where the views are as they should be. A comment that is not there is no view. */
export function areViewsCurrent(run: Run, { labels, ownComments }: ShownViews, github: GitHub): boolean {
  const current = labels.filter((name) => STATUS_LABELS.includes(name));
  if (current.join() !== (labelOf(run.stage) ?? "")) return false;
  return (["plan", "status"] as const).every((effect) => {
    const [text, body] = [ownComments.get(receiptOf(run, effect) ?? "")?.text, VIEW_TEXTS[effect](run, github)];
    return text === undefined || body === null || isAlike(text, body);
  });
}

/** Compares two texts; GitHub may end lines and texts in its own way. */
function isAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.replaceAll("\r\n", "\n").trim());
  return left === right;
}

async function relabel(right: string | null, github: GitHub): Promise<void> {
  const { labels } = await github.issue();
  for (const wrong of labels) if (STATUS_LABELS.includes(wrong) && wrong !== right) await github.relabel(wrong, null);
  if (right !== null && !labels.includes(right)) await github.relabel(null, right);
}

/** Does the work; a view that cannot be changed is a warning, never the end of a run. */
export async function orWarn(work: () => Promise<unknown>, what: string, log: Log): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`${what} on GitHub is not up to date: ${error.message}`);
  }
}
