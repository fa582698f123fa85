/** Carries out an intent that the person is permitted to have, and gives the outcome. */
import type { Intent } from "#core/commands/intent.ts";
import { awaitsMaintainer } from "#core/run/resting-stages.ts";
import {
  type ControlContext,
  DONE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import type { AuthorizedLookup } from "#loop/control/context/lookup.ts";
import { unreadableOutcome } from "#loop/control/context/unreadable.ts";
import { forgetMemory } from "#loop/control/reply/forget.ts";
import { cleanRun, showHistory } from "#loop/control/reply/history-and-clean.ts";
import { approveRun } from "#loop/control/run/approve.ts";
import { changeSettings } from "#loop/control/run/change-settings.ts";
import { misplacedBecause, pullRequestCommentOf } from "#loop/control/run/on-pull-request.ts";
import { steeringOf, steerRun } from "#loop/control/run/steer.ts";
import { stopRun } from "#loop/control/run/stop.ts";
import { endOnRemovedTrigger } from "#loop/control/run/trigger-removed.ts";
import { handleStart } from "#loop/control/start/handle-start.ts";
import { refreshViews } from "#loop/journals/views.ts";
import { linksOf } from "#loop/steps/send-effect.ts";
import { helpText } from "#text/comments/help.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { code } from "#text/sanitize/quote.ts";

const NO_RUN = "this issue has no active run; `/loop` begins one";

/** Carries the intent out. Throws `Failure` when GitHub or the state cannot be reached. */
export async function dispatchIntent(
  intent: Exclude<Intent, { kind: "remark" }>,
  event: IssueEvent,
  known: AuthorizedLookup,
  control: ControlContext,
): Promise<IntentOutcome> {
  const { active } = known;
  const misplaced = misplacedBecause(intent, event, control.github.number);
  if (misplaced !== null) return refusedOutcome(misplaced);
  switch (intent.kind) {
    case "start":
      return handleStart(event, known, control);
    case "pause":
    case "resume":
    case "continue":
    case "redirect":
    case "unblock":
      return steered(intent, event, known, control);
    case "history":
      return known.broken === null
        ? showHistory(active ?? known.last, control)
        : unreadableOutcome(known.broken, control);
    case "clean":
      return known.broken === null
        ? cleanRun(intent.confirmed, active ?? known.last, control)
        : unreadableOutcome(known.broken, control);
    case "forget":
      return forgetMemory(intent.id, control);
    case "help":
      return { kind: "answer", text: helpText({ bare: active?.run.config.commands.bare ?? true }) };
    case "unknown":
      return {
        kind: "confused",
        why: `There is no command ${code(intent.word)}; did you mean \`/loop ${intent.nearest}\`?`,
      };
    case "malformed":
      return { kind: "confused", why: intent.problem };
    case "ignored":
      return DONE;
    case "approve":
    case "change":
    case "stop":
    case "withdraw":
    case "status":
      return inRun(intent, event, known, control);
  }
}

async function inRun(
  intent: Extract<Intent, { kind: "approve" | "change" | "stop" | "withdraw" | "status" }>,
  event: IssueEvent,
  known: AuthorizedLookup,
  control: ControlContext,
): Promise<IntentOutcome> {
  const { active, broken } = known;
  if (broken !== null || (active !== null && active.run.unreadable !== null && intent.kind !== "status")) {
    return unreadableOutcome(broken ?? active?.run.unreadable ?? "", control);
  }
  if (active === null) return withoutRun(intent, event, known, control);
  if (intent.kind === "status")
    return { kind: "answer", text: statusComment(active.run, linksOf(active.run, control.github)) };
  if (intent.kind === "approve") return approveRun(event, intent, active, control);
  if (intent.kind === "change") return changeSettings(event, intent.settings, active, control);
  if (intent.kind === "stop") return stopRun(event, { note: intent.note, maintainer: known.writes }, active, control);
  return endOnRemovedTrigger(intent.cause, event, active, control);
}

/**
 * Handles an intent where no run is active. A stop counts as done where the run ended after the comment: the event is
 * handled again, or the run ended first.
 */
async function withoutRun(
  intent: Extract<Intent, { kind: "approve" | "change" | "stop" | "withdraw" | "status" }>,
  event: IssueEvent,
  { last }: AuthorizedLookup,
  control: ControlContext,
): Promise<IntentOutcome> {
  // The last run waits for answers: an approval takes the defaults of its questions.
  if (intent.kind === "approve" && last !== null && awaitsMaintainer(last.run.stage))
    return steerRun(steeringOf(intent, event), event, last, control);
  // The comment that approved this run, handled again.
  if (intent.kind === "approve" && last !== null && last.run.approval?.comment === event.comment) return DONE;
  if (intent.kind === "status" && event.pull !== undefined && last !== null)
    return { kind: "answer", text: statusComment(last.run, linksOf(last.run, control.github)) };
  if (intent.kind !== "stop" || last === null || last.run.updatedAt < event.at)
    return { kind: "confused", why: NO_RUN };
  // The job that handled it first may have died before it sent the last comments of the run.
  await driveInControl(last, control);
  await refreshViews(last.run, control.github, control.log);
  return DONE;
}

/** Steers the active run, or the last one, which a command may take up again. */
async function steered(
  intent: Parameters<typeof steeringOf>[0],
  event: IssueEvent,
  { active, last, broken }: AuthorizedLookup,
  control: ControlContext,
): Promise<IntentOutcome> {
  const found = active ?? last;
  const spoilt = broken ?? found?.run.unreadable ?? null;
  if (spoilt !== null) return unreadableOutcome(spoilt, control);
  if (found === null) return { kind: "confused", why: NO_RUN };
  const onPull = intent.kind === "redirect" ? await pullRequestCommentOf(event, control) : undefined;
  return steerRun({ ...steeringOf(intent, event), onPull }, event, found, control);
}
