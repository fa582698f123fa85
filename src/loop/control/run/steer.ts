/**
 * Carries out the commands that steer a run: pause, resume, continue, redirect, unblock, and an approval that takes the
 * defaults of questions.
 */
import type { Intent } from "#core/commands/intent.ts";
import { isRenewable, type RenewedBase } from "#core/commands/renewal.ts";
import { steer } from "#core/commands/steer.ts";
import type { SteeringRequest, SteeringResult } from "#core/commands/steering.ts";
import { isCertainlyBefore } from "#core/events/data/comment-order.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import {
  type ControlContext,
  DONE,
  DONE_BEFORE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven, isWorkerSilent } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { readRepositorySettings } from "#loop/control/context/settings.ts";
import { detectedIn } from "#loop/work/detected.ts";
import { inline } from "#text/sanitize/quote.ts";
import { newPlanHint, pullRequestObstacle } from "./on-pull-request.ts";
import { triggerGone } from "./trigger-removed.ts";

/** The steering request of an intent; an approval here takes the defaults of questions. */
export function steeringOf(
  intent: Extract<Intent, { kind: "pause" | "resume" | "continue" | "redirect" | "unblock" | "approve" }>,
  { by: { login: by }, at, comment }: IssueEvent,
): SteeringRequest {
  const said = { at, comment };
  switch (intent.kind) {
    case "redirect":
      return { word: "redirect", by, text: intent.text, commentTime: said };
    case "unblock":
      return { word: "unblock", by, text: intent.reason, commentTime: said };
    case "approve":
      return { word: "defaults", by, text: intent.digest ?? "" };
    default:
      return { word: intent.kind, by, text: "", commentTime: said };
  }
}

/**
 * Refuses with the reason, or writes the request down: the worker of the run follows it, and where there is none,
 * control does what comes next. Where the run is in that state already, the request counts as done. Throws `Failure`.
 */
export async function steerRun(
  asked: SteeringRequest,
  event: IssueEvent,
  found: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  const now = asked.word === "resume" && isRenewable(found.run) ? await baseNow(control) : undefined;
  if (typeof now === "string") return refusedOutcome(now);
  const said = { ...asked, now };
  const obstacle = wasHandled(found.run, said, event) ? null : await obstacleTo(said, found, control);
  if (obstacle !== null) return refusedOutcome(obstacle);
  let steered: SteeringResult = { kind: "granted" };
  const run = await writeDown(found.journal, control.clock, (now) => {
    steered = wasHandled(now, said, event) ? { kind: "granted" } : steer(now, said);
    return {
      drafts: steered.kind === "said" ? [steered.draft] : [],
      alone: !isDriven(now) || (now.pausing !== null && isWorkerSilent(now, control)),
    };
  });
  const why = whyNot(steered);
  if (why !== null) return refusedOutcome(why);
  const done = steered.kind === "granted" ? DONE_BEFORE : DONE;
  if (isDriven(run)) return done;
  await driveInControl({ ...found, run }, control);
  const hint = await newPlanHint(event, found, control);
  return hint.kind === "done" ? done : hint;
}

/** The base branch as it is now, or why its configuration cannot be read. */
async function baseNow(control: ControlContext): Promise<RenewedBase | string> {
  const settings = await readRepositorySettings(control);
  if (settings.kind === "wrong") return settings.why;
  const { base, config } = settings;
  return { base, config, commands: await detectedIn(control.workspace, base.tree, config) };
}

/** The reason why the request can have no effect, as GitHub shows the pull request and the issue now. */
async function obstacleTo(said: SteeringRequest, found: ActiveRun, control: ControlContext): Promise<string | null> {
  const taken = await pullRequestObstacle(said.word, found, control);
  if (taken !== null || said.word === "pause" || isDriven(found.run)) return taken;
  return steer(found.run, said).kind === "said" ? triggerGone(found.run, control) : null;
}

/** True where the same comment was handled before: its text is among the run's corrections already. */
function wasHandled({ corrections }: Run, { word, by, text }: SteeringRequest, { at }: IssueEvent): boolean {
  return (
    word === "redirect" &&
    corrections.some((one) => one.by === by && one.text === text && !isCertainlyBefore(one.at, at))
  );
}

/** The reason for a person; a model's words in it are quoted. */
function whyNot(steered: SteeringResult): string | null {
  return steered.kind === "refused" ? [steered.why, ...steered.quotes.map(inline)].join(": ") : null;
}
