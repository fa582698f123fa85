/**
 * Writes a stop into the journal ahead of its turn: the worker of the run sees it there, and abandons its work in hand.
 */
import type { Intent } from "#core/commands/intent.ts";
import { isToEnd } from "#core/decide/ending.ts";
import { isCertainlyBefore, isLaterComment } from "#core/events/data/comment-order.ts";
import { type EventDraft, withTime } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { untilWritten } from "#ports/until-written.ts";
import { TRIGGER_REMOVED_WORDS } from "#text/phrases/words.ts";
import { isTriggerBack } from "./trigger-removed.ts";

/** Attempts to append it while others write at the same moment. */
const TRIES = 20;

type Stopping = Extract<Intent, { kind: "stop" | "withdraw" }>;

/** Writes the stop down, and does nothing else. `writes`: the person has write access. Idempotent. Throws `Failure`. */
export async function stopAhead(
  intent: Stopping,
  event: IssueEvent,
  { active: { journal }, writes }: { readonly active: ActiveRun; readonly writes: boolean },
  control: ControlContext,
): Promise<void> {
  if (await isTriggerBack(event, control)) return;
  const stop = stopOf(intent, event, writes);
  const append = async (): Promise<"appended" | "not due" | "conflict"> => {
    const history = await journal.load();
    const run = history.kind === "events" ? replay(history.events) : null;
    if (run === null || !isDue(run, event)) return "not due";
    const answer = await journal.append([withTime(stop, control.clock.now())], run.rev);
    return answer === "appended" ? answer : "conflict";
  };
  await untilWritten(append, { tries: TRIES, message: "the run is written to without end; try again" });
}

function stopOf(intent: Stopping, { by: { login: by }, at, comment }: IssueEvent, writes: boolean): EventDraft {
  const said = { at, comment };
  if (intent.kind === "withdraw")
    return { kind: "stop_requested", by, note: TRIGGER_REMOVED_WORDS[intent.cause](by), said };
  return { kind: "stop_requested", by, note: intent.note, ...(writes && { maintainer: writes }), said };
}

/** True where the run goes on, and no later command lets it go on. */
function isDue(run: Run, { at, comment }: IssueEvent): boolean {
  if (isOver(run.stage) || isToEnd(run) || isCertainlyBefore(at, run.askedAt)) return false;
  return isLaterComment({ at, comment }, run.lastCommands.onwards);
}
