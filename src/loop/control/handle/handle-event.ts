/** Handles an event of an issue: find the intent, ask who may, do it, and reply what came of it. */
import type { Intent } from "#core/commands/intent.ts";
import { authorize, type Denial, isSubjectToFreeze, mayWrite, type RepositoryRole } from "#core/commands/permission.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext, IntentOutcome, IssueEvent } from "#loop/control/context/control-context.ts";
import { lookupRun, type RunLookup } from "#loop/control/context/lookup.ts";
import { unreadableOutcome } from "#loop/control/context/unreadable.ts";
import { isStranger, reactionTargetOf, replyDenied, sendReply, withoutText } from "#loop/control/reply/send-reply.ts";
import { stopAhead } from "#loop/control/run/stop-ahead.ts";
import { orWarn, refreshViews, refreshWithRecheck } from "#loop/journals/views.ts";
import { dispatchIntent } from "./dispatch-intent.ts";
import { intentOfEvent, priorityOf } from "./event-intent.ts";

/**
 * Hears one thing, to the end. Idempotent as far as the run's journal is: a webhook that comes twice finds its wish
 * granted, and an answer that was given. Throws `Failure` when GitHub or the state cannot be reached; nothing is half
 * done then.
 */
export async function handleEvent(event: IssueEvent, control: ControlContext): Promise<void> {
  const understood = await understandHere(event, control);
  if (understood === null) return;
  const { intent, known } = understood;
  const { role, denial } = await met(intent, event, control);
  if (denial !== null) return replyDenied(denial, event, role, control);
  const outcome = await seen(
    await dispatchIntent(intent, event, { ...known, writes: mayWrite(role) }, control),
    known,
    control,
  );
  await sendReply(isAuthor(event) || !isStranger(role) ? outcome : withoutText(outcome), event, control);
}

/**
 * Hears what stops a run ahead of its turn, so that neither a plan of this issue nor those of others hold it up: a
 * sign, and a line in the journal for whoever works on the run. All else is left to the turn that comes, what was
 * refused too. Idempotent. Throws `Failure`.
 */
export async function handleStopAhead(event: IssueEvent, control: ControlContext): Promise<void> {
  if (priorityOf(event)?.ahead !== true) return;
  const understood = await understandHere(event, control);
  if (understood === null) return;
  const { intent, known } = understood;
  if (known.active === null || (intent.kind !== "stop" && intent.kind !== "withdraw")) return;
  const { role, denial } = await met(intent, event, control);
  if (denial !== null) return;
  await stopAhead(intent, event, { active: known.active, writes: mayWrite(role) }, control);
}

/** Null for what is none of our business. */
async function understandHere(
  event: IssueEvent,
  control: ControlContext,
): Promise<{ readonly intent: Intent; readonly known: RunLookup } | null> {
  if (priorityOf(event) === null) return null;
  const known = await lookupRun(event, control);
  if (!isAboutOurs(event, known)) return null;
  const intent = intentOfEvent(event, known);
  return intent.kind === "ignored" ? null : { intent, known };
}

/** Whoever wants it gets a sign, and is asked who they are. */
async function met(
  intent: Intent,
  event: IssueEvent,
  control: ControlContext,
): Promise<{ readonly role: RepositoryRole; readonly denial: Denial | null }> {
  await greet(intent, event, control);
  const role = await control.github.roleOf(event.by);
  return { role, denial: await denialOf(intent, event, role, control) };
}

/** What ends something does not wait for a sign that cannot be given (STOP-09). */
async function greet({ kind }: Intent, event: IssueEvent, { github, log }: ControlContext): Promise<void> {
  const sign = (): Promise<boolean> => github.react(reactionTargetOf(event), "eyes");
  await (kind === "stop" || kind === "withdraw" ? orWarn(sign, "the sign", log) : sign());
}

/**
 * What was heard before, or left nothing to do, shows the run anew: whoever heard it first may have died before all of
 * it was shown. Nothing is done with a run whose journal somebody took away meanwhile.
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

/** What speaks against it; only for what would go on it is asked whether everything is held up. */
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

/** An event of a pull request counts where the run's journal says that this one shows its work; else no reply. */
function isAboutOurs({ pull }: IssueEvent, { active, last }: RunLookup): boolean {
  const run = (active ?? last)?.run;
  return pull === undefined || (run !== undefined && pullRequestOf(run) === pull.number);
}
