/** Handles an event of an issue: finds the intent, checks the person's permission, carries it out and replies. */

import type { Intent } from "#core/commands/intent.ts";
import { authorize, type Denial, isSubjectToFreeze, mayWrite, type RepositoryRole } from "#core/commands/permission.ts";
import type { Config } from "#core/config/config.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext, IntentOutcome } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { lookupRun, type RunLookup } from "#loop/control/context/lookup.ts";
import { unreadableOutcome } from "#loop/control/context/unreadable.ts";
import { refreshDashboard } from "#loop/control/reply/refresh-dashboard.ts";
import { isStranger, reactionTargetOf, replyDenied, sendReply, withoutText } from "#loop/control/reply/send-reply.ts";
import { isTrusted, recordRemark } from "#loop/control/run/newer-comment.ts";
import { stopAhead } from "#loop/control/run/stop-ahead.ts";
import { orWarn, refreshViews, refreshWithRecheck } from "#loop/journals/views.ts";
import { dispatchIntent } from "./dispatch-intent.ts";
import { intentOfEvent, priorityOf } from "./event-intent.ts";

/**
 * Handles one event, to the end. Idempotent as far as the run's journal is: a webhook that comes twice finds its intent
 * carried out and its answer sent. Throws `Failure` when GitHub or the state cannot be reached; nothing is half done
 * then.
 */
export async function handleEvent(event: IssueEvent, control: ControlContext): Promise<void> {
  if (event.happening.kind === "remark_created" && !(await isTrusted(event, control))) return;
  const understood = await understandHere(event, control);
  if (understood === null) return;
  const { intent, known } = understood;
  if (intent.kind === "remark") return handleRemark(event, known, control);
  const { role, denial } = await checkPermission(intent, event, control);
  if (denial !== null) return replyDenied(denial, event, role, control);
  const outcome = await seen(
    await dispatchIntent(intent, event, { ...known, writes: mayWrite(role) }, control),
    known,
    control,
  );
  await sendReply(isAuthor(event) || !isStranger(role) ? outcome : withoutText(outcome), event, control);
  if (outcome.kind === "done") await refreshDashboard(configIn(known), control);
}

/** The configuration that the event was handled with; null where none was looked up. */
function configIn({ settings, active, last }: RunLookup): Config | null {
  return settings?.kind === "settings" ? settings.config : ((active ?? last)?.run.config ?? null);
}

/** A comment that is no command gets neither reaction nor reply. */
async function handleRemark(event: IssueEvent, known: RunLookup, control: ControlContext): Promise<void> {
  const outcome = await recordRemark(event, known.active, control);
  if (outcome !== null) await seen(outcome, known, control);
}

/**
 * Handles a stop of a run ahead of its turn, so that no plan of this or another issue delays it: adds a reaction, and
 * an event in the journal for the worker of the run. All else, refusals too, is left to the turn that comes.
 * Idempotent. Throws `Failure`.
 */
export async function handleStopAhead(event: IssueEvent, control: ControlContext): Promise<void> {
  if (priorityOf(event)?.ahead !== true) return;
  const understood = await understandHere(event, control);
  if (understood === null) return;
  const { intent, known } = understood;
  if (known.active === null || (intent.kind !== "stop" && intent.kind !== "withdraw")) return;
  const { role, denial } = await checkPermission(intent, event, control);
  if (denial !== null) return;
  await stopAhead(intent, event, { active: known.active, writes: mayWrite(role) }, control);
}

/** The intent with what is known of the run; null for an event that is no intent, or is about no run of ours. */
async function understandHere(
  event: IssueEvent,
  control: ControlContext,
): Promise<{ readonly intent: Intent; readonly known: RunLookup } | null> {
  const known = await lookupRun(event, control);
  if (!isAboutOurs(event, known)) return null;
  const intent = intentOfEvent(event, known);
  return intent.kind === "ignored" ? null : { intent, known };
}

/** Reacts to the event, and checks the role of the person. */
async function checkPermission(
  intent: Intent,
  event: IssueEvent,
  control: ControlContext,
): Promise<{ readonly role: RepositoryRole; readonly denial: Denial | null }> {
  await acknowledge(intent, event, control);
  const role = await control.github.roleOf(event.by);
  return { role, denial: await denialOf(intent, event, role, control) };
}

/** Reacts to the event. A stop goes on where the reaction fails. */
async function acknowledge({ kind }: Intent, event: IssueEvent, { github, log }: ControlContext): Promise<void> {
  const addReaction = (): Promise<boolean> => github.react(reactionTargetOf(event), "eyes");
  await (kind === "stop" || kind === "withdraw" ? orWarn(addReaction, "the reaction", log) : addReaction());
}

/**
 * Refreshes the views of the run where the event was handled before or changed nothing: the job that handled it first
 * may have died before it showed all of it. A run that cannot be read any more gives the outcome for that.
 */
async function seen(
  outcome: IntentOutcome,
  { active }: Pick<RunLookup, "active">,
  control: ControlContext,
): Promise<IntentOutcome> {
  if (outcome.kind !== "done" || active === null) return outcome;
  const run = await readRun(active.journal);
  if (outcome.again === true || run.rev === active.run.rev)
    await refreshWithRecheck(() => refreshViews(run, control.github, control.log), active.journal, control);
  return run.unreadable === null ? outcome : unreadableOutcome(run.unreadable, control);
}

function isAuthor({ by, issue }: IssueEvent): boolean {
  return by.id === issue.authorId;
}

/**
 * The reason why the person may not do this; null where they may. The kill switch is read only for intents that it
 * holds up.
 */
async function denialOf(
  { kind }: Intent,
  event: IssueEvent,
  role: RepositoryRole,
  { github }: ControlContext,
): Promise<Denial | null> {
  const standing = { role, isAuthor: isAuthor(event), throughApp: event.throughApp, freeze: null };
  const denial = authorize(kind, standing);
  return denial === null && isSubjectToFreeze(kind)
    ? authorize(kind, { ...standing, freeze: await github.freeze() })
    : denial;
}

/**
 * True for an event of the issue, and of a pull request that shows the run's work by the run's journal; no other gets a
 * reply.
 */
function isAboutOurs({ pull }: IssueEvent, { active, last }: RunLookup): boolean {
  const run = (active ?? last)?.run;
  return pull === undefined || (run !== undefined && pullRequestOf(run) === pull.number);
}
