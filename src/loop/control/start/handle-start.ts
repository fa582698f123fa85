/** Handles a request for a run (a label, an assignment, `/loop`): begins one, goes on with one, or replies why not. */
import { isSameLogin } from "#core/commands/intent.ts";
import type { TriggerEvent } from "#core/commands/trigger-event.ts";
import { isCertainlyBefore, runEndedAt } from "#core/events/data/comment-order.ts";
import type { Run } from "#core/run/run.ts";
import {
  type ControlContext,
  DONE,
  DONE_BEFORE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven } from "#loop/control/context/drive-in-control.ts";
import { sendFinalComments } from "#loop/control/context/final-comments.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { lastRun } from "#loop/control/context/last-run.ts";
import type { AuthorizedLookup } from "#loop/control/context/lookup.ts";
import type { RepositorySettings } from "#loop/control/context/settings.ts";
import { unreadableOutcome } from "#loop/control/context/unreadable.ts";
import { hasLabel } from "#loop/control/run/trigger-removed.ts";
import { orWarn } from "#loop/journals/views.ts";
import type { IssueNow } from "#ports/github.ts";
import { startAllowance } from "./quota.ts";
import { startRun } from "./start.ts";

/** Handled in time, the request would have found that run at work. */
const EARLY = "this was asked for while the run before was at work, and that one is completed";

/** How a person asks once more in the same way. */
function againWords({ kind }: TriggerEvent): string {
  if (kind === "assigned") return "assign it again";
  return kind === "comment_created" ? "say `/loop` again" : "set the label again";
}

/** Goes on with a run whose control job died while the plan was made; else begins a new one. Throws `Failure`. */
export async function handleStart(
  event: IssueEvent,
  { active, settings, broken, writes }: AuthorizedLookup,
  control: ControlContext,
): Promise<IntentOutcome> {
  const spoilt = broken ?? active?.run.unreadable ?? null;
  if (spoilt !== null) return unreadableOutcome(spoilt, control);
  if (settings === null || settings.kind === "wrong") return { kind: "confused", why: settings?.why ?? "" };
  return active === null ? begin(event, settings, writes, control) : goOn(event, active, control);
}

async function begin(
  event: IssueEvent,
  settings: RepositorySettings & { readonly kind: "settings" },
  writes: boolean,
  control: ControlContext,
): Promise<IntentOutcome> {
  const last = await lastRun(control);
  const had = hadBefore(last, event);
  if (had !== null) return had;
  const { label } = settings.config;
  const now = await control.github.issue();
  const obstacle = obstacleIn(event, now, label);
  if (obstacle !== null) return refusedOutcome(obstacle);
  const allowance = await startAllowance(event, settings.config, control);
  if (allowance.kind === "refused") return refusedOutcome(allowance.why);
  // No later poll looks at that run; and a failure here must not stop the new one.
  if (last !== null)
    await orWarn(() => sendFinalComments(last, control), "the last word of the run before", control.log);
  const how = { last, writes, label: hasLabel(label, now) ? null : label, earlier: allowance.earlier };
  return startRun(event, { ...settings, config: allowance.config }, how, control);
}

/**
 * The reason why no run begins on the issue as it is now, whatever the event says; "" where that needs no words; null
 * where one may begin.
 */
function obstacleIn({ happening }: IssueEvent, now: IssueNow, label: string): string | null {
  if (isTakenBack(happening, now, label)) return "";
  return now.open ? null : `the issue is closed; open it, then ${againWords(happening)}`;
}

/** True for a label or an assignment that is gone again. */
function isTakenBack(happening: TriggerEvent, now: IssueNow, label: string): boolean {
  if (happening.kind === "assigned") return !now.assignees.some((login) => isSameLogin(login, happening.login));
  return happening.kind === "label_added" && !hasLabel(label, now);
}

/**
 * The outcome of a request that came before the end of the last run; null where it came after that, or the run did not
 * do the work.
 */
function hadBefore(last: Run | null, { at, happening }: IssueEvent): IntentOutcome | null {
  if (last === null) return null;
  if (last.startedAt >= at) return DONE;
  return last.stage === "completed" && isCertainlyBefore(at, runEndedAt(last))
    ? refusedOutcome(`${EARLY}; ${againWords(happening)} for a new run`)
    : null;
}

/** Goes on with the active run. What began it, handled again, counts as done. */
async function goOn({ at }: IssueEvent, active: ActiveRun, control: ControlContext): Promise<IntentOutcome> {
  if (!isDriven(active.run)) await driveInControl(active, control);
  const { stage, startedAt } = active.run;
  const isGranted = stage === "hydrating" || stage === "reviewing" || startedAt >= at;
  return isGranted
    ? DONE_BEFORE
    : refusedOutcome(`this issue has an active run already: it is ${stage}; \`/loop stop\` ends it`);
}
