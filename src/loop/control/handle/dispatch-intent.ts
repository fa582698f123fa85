/** From what somebody may have to what becomes of it. */
import type { Intent } from "#core/commands/intent.ts";
import { awaitsMaintainer } from "#core/run/stage.ts";
import { type ControlContext, DONE, type IntentOutcome, type IssueEvent, refusedOutcome } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { AuthorizedLookup } from "#loop/control/context/lookup.ts";
import { unreadableOutcome } from "#loop/control/context/unreadable.ts";
import { forgetMemory } from "#loop/control/reply/forget.ts";
import { cleanRun, showHistory } from "#loop/control/reply/history-and-clean.ts";
import { approveRun, stopRun } from "#loop/control/run/approve-and-stop.ts";
import { changeSettings } from "#loop/control/run/change-settings.ts";
import { isMisplacedApproval, pullRequestCommentOf } from "#loop/control/run/on-pull-request.ts";
import { steeringOf, steerRun } from "#loop/control/run/steer.ts";
import { endOnRemovedTrigger } from "#loop/control/run/trigger-removed.ts";
import { handleLabel } from "#loop/control/start/handle-label.ts";
import { redraw } from "#loop/journals/pictures.ts";
import { linksOf } from "#loop/steps/settle.ts";
import { helpText } from "#text/comments/help.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { code } from "#text/sanitize/quote.ts";

const NO_RUN = "this issue has no active run; set the label to begin one";

/** Does it. Throws `Failure` when GitHub or the state cannot be reached. */
export async function dispatchIntent(
  intent: Intent,
  heard: IssueEvent,
  known: AuthorizedLookup,
  desk: ControlContext,
): Promise<IntentOutcome> {
  const { active } = known;
  if (isMisplacedApproval(intent, heard))
    return refusedOutcome(`a plan is approved where it is shown: say it on issue #${desk.github.number}`);
  switch (intent.kind) {
    case "start":
      return handleLabel(heard, known, desk);
    case "pause":
    case "resume":
    case "continue":
    case "redirect":
    case "unblock":
      return steered(intent, heard, known, desk);
    case "history":
      return known.broken === null ? showHistory(active ?? known.last, desk) : unreadableOutcome(known.broken, desk);
    case "clean":
      return known.broken === null ? cleanRun(intent.confirmed, active ?? known.last, desk) : unreadableOutcome(known.broken, desk);
    case "forget":
      return forgetMemory(intent.id, desk);
    case "help":
      return { kind: "answer", text: helpText({ bare: active?.run.config.commands.bare ?? true }) };
    case "unknown":
      return { kind: "confused", why: `There is no command ${code(intent.word)}; did you mean \`/loop ${intent.nearest}\`?` };
    case "malformed":
      return { kind: "confused", why: intent.problem };
    case "ignored":
      return DONE;
    case "approve":
    case "change":
    case "stop":
    case "withdraw":
    case "status":
      return inRun(intent, heard, known, desk);
  }
}

async function inRun(
  intent: Extract<Intent, { kind: "approve" | "change" | "stop" | "withdraw" | "status" }>,
  heard: IssueEvent,
  known: AuthorizedLookup,
  desk: ControlContext,
): Promise<IntentOutcome> {
  const { active, broken } = known;
  if (broken !== null || (active !== null && active.run.unreadable !== null && intent.kind !== "status")) {
    return unreadableOutcome(broken ?? active?.run.unreadable ?? "", desk);
  }
  if (active === null) return withoutRun(intent, heard, known, desk);
  if (intent.kind === "status") return { kind: "answer", text: statusComment(active.run, linksOf(active.run, desk.github)) };
  if (intent.kind === "approve") return approveRun(heard, intent, active, desk);
  if (intent.kind === "change") return changeSettings(heard, intent.settings, active, desk);
  if (intent.kind === "stop") return stopRun(heard, { note: intent.note, maintainer: known.writes }, active, desk);
  return endOnRemovedTrigger(intent.cause, heard, active, desk);
}

/** A run that ended after it was asked to has had its wish: the comment is heard again, or the end was faster. */
async function withoutRun(
  intent: Extract<Intent, { kind: "approve" | "change" | "stop" | "withdraw" | "status" }>,
  heard: IssueEvent,
  { last }: AuthorizedLookup,
  desk: ControlContext,
): Promise<IntentOutcome> {
  // Where no plan waits but questions do, an approval takes their defaults.
  if (intent.kind === "approve" && last !== null && awaitsMaintainer(last.run.stage))
    return steerRun(steeringOf(intent, heard), heard, last, desk);
  // The comment that approved it, heard again.
  if (intent.kind === "approve" && last !== null && last.run.approval?.comment === heard.comment) return DONE;
  if (intent.kind === "status" && heard.pull !== undefined && last !== null)
    return { kind: "answer", text: statusComment(last.run, linksOf(last.run, desk.github)) };
  if (intent.kind !== "stop" || last === null || last.run.updatedAt < heard.at) return { kind: "confused", why: NO_RUN };
  // Whoever heard it first may have died before the run had its last word.
  await driveInControl(last, desk);
  await redraw(last.run, desk.github, desk.log);
  return DONE;
}

/** An active run is not over; the last one may be taken up again. */
async function steered(
  intent: Parameters<typeof steeringOf>[0],
  heard: IssueEvent,
  { active, last, broken }: AuthorizedLookup,
  desk: ControlContext,
): Promise<IntentOutcome> {
  const found = active ?? last;
  const spoilt = broken ?? found?.run.unreadable ?? null;
  if (spoilt !== null) return unreadableOutcome(spoilt, desk);
  if (found === null) return { kind: "confused", why: NO_RUN };
  const onPull = intent.kind === "redirect" ? await pullRequestCommentOf(heard, desk) : undefined;
  return steerRun({ ...steeringOf(intent, heard), onPull }, heard, found, desk);
}
