/** Decides what a person's command does to a run that has begun: one table of commands and stages. */
import { isLaterComment } from "#core/events/data/comment-order.ts";
import type { Stage } from "#core/events/data/reason.ts";
import type { EventDraft } from "#core/events/event.ts";
import { questionsWithoutDefault } from "#core/plan/question.ts";
import { obstacleToNextRound } from "#core/run/next-round.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { commandHint } from "./command-hint.ts";
import { isRenewable, renewedPlan } from "./renewal.ts";
import { blockReasonOf, obstacleToResume, obstacleWhileEnding } from "./resume.ts";
import { GRANTED, refused, type SteeringCommand, type SteeringRequest, type SteeringResult } from "./steering.ts";

/**
 * The result of the command. Nothing is done with a run whose history cannot be read, and only an unblocking with a
 * blocked one.
 */
export function steer(run: Run, said: SteeringRequest): SteeringResult {
  if (run.unreadable !== null) return refused(`the history of this run cannot be read: ${run.unreadable}`);
  if (isPast(run, said)) return GRANTED;
  if (run.stage === "blocked" && said.word !== "unblock") return blocked(run);
  return WORDS[said.word](run, said);
}

/** Handled before, or older than another command: the last one counts. A redirect brings a text of its own. */
function isPast({ lastCommands: { onwards, against } }: Run, { word, commentTime }: SteeringRequest): boolean {
  if (commentTime === undefined || word === "redirect" || word === "defaults") return false;
  return !isLaterComment(commentTime, onwards) || (word !== "pause" && !isLaterComment(commentTime, against));
}

const WORDS: Readonly<Record<SteeringCommand, (run: Run, said: SteeringRequest) => SteeringResult>> = {
  pause,
  resume,
  continue: goOn,
  redirect,
  unblock,
  defaults,
};

function pause(run: Run, { by, commentTime }: SteeringRequest): SteeringResult {
  if (run.stage === "paused" || run.pausing !== null) return GRANTED;
  return run.stage === "running" || run.stage === "verifying"
    ? { kind: "said", draft: { kind: "pause_requested", by, ...(commentTime && { said: commentTime }) } }
    : refused(`only a run that is at work can be paused: this one is ${run.stage}`);
}

const REVIVABLE: readonly Stage[] = ["paused", "stopped", "failed"];

function resume(run: Run, { by, commentTime, now }: SteeringRequest): SteeringResult {
  if (isRenewable(run) && run.plan !== null) {
    if (now === undefined)
      return refused(`mend how it is set up, then take it up again: ${commandHint(run, "resume")}`);
    const renewed = { plan: renewedPlan(run.plan, now), config: now.config };
    return { kind: "said", draft: { kind: "base_renewed", by, ...renewed, ...(commentTime && { said: commentTime }) } };
  }
  const obstacle = obstacleToResume(run);
  if (obstacle !== null) return refused(obstacle);
  return REVIVABLE.includes(run.stage)
    ? { kind: "said", draft: { kind: "resumed", by, ...restoring(run), ...(commentTime && { said: commentTime }) } }
    : GRANTED;
}

/** A person who resumes a run whose branch was deleted confirms that the bot makes it again. */
function restoring(run: Run): Pick<Extract<EventDraft, { kind: "resumed" }>, "restores"> {
  return run.ending === "branch_gone" ? { restores: { branch: branchOf(run), commit: run.progress.head.commit } } : {};
}

/** `/continue` is for a run that paused; a person who stopped one, or fixed what broke it, uses `/resume`. */
function goOn(run: Run, said: SteeringRequest): SteeringResult {
  if (run.stage !== "stopped" && run.stage !== "failed") return resume(run, said);
  return refused(
    obstacleToResume(run) ?? `this run is not paused but ${run.stage}: ${commandHint(run, "resume")} takes it up again`,
  );
}

/** Why a run cannot be redirected in the stages that are not here. */
const FIXED: { readonly [S in Stage]?: string } = {
  hydrating: "the plan is being written; say it again when it is shown",
  reviewing: "the plan is being reviewed; say it again when it is shown",
  publishing: "this run is being published; say it again when it is completed",
};

function redirect(run: Run, { by, text, onPull, commentTime }: SteeringRequest): SteeringResult {
  const fixed =
    FIXED[run.stage] ?? obstacleToNextRound(run) ?? obstacleWhileEnding(run, commandHint(run, "redirect", "<text>"));
  if (fixed !== null) return refused(fixed);
  if (run.stage === "failed")
    return refused(obstacleToResume(run) ?? `this run failed: mend the cause and ${commandHint(run, "resume")} first`);
  if (run.stage === "stopped" && run.approval === null)
    return refused("this run ended before it was approved; begin a new one");
  return {
    kind: "said",
    draft: {
      kind: "redirect_requested",
      by,
      text,
      ...(onPull && { onPull }),
      ...(commentTime && { said: commentTime }),
    },
  };
}

function unblock(run: Run, { by, text, commentTime }: SteeringRequest): SteeringResult {
  const { cleared } = run.audits;
  if (run.stage === "blocked" && run.ending === "audit_block")
    return {
      kind: "said",
      draft: { kind: "run_unblocked", by, reason: text, ...(commentTime && { said: commentTime }) },
    };
  if (run.stage === "blocked") return blocked(run);
  return cleared?.by === by && cleared.reason === text
    ? GRANTED
    : refused(`this run is not blocked: it is ${run.stage}`);
}

function defaults(run: Run, { by, text }: SteeringRequest): SteeringResult {
  if (run.stage !== "needs_info") return refused(`this run asks nothing: it is ${run.stage}`);
  if (text !== "") return refused("there is no plan to approve yet: this run waits for answers");
  const open = questionsWithoutDefault(run.questions);
  return open.length === 0
    ? { kind: "said", draft: { kind: "defaults_taken", by } }
    : refused(
        `there is no default for what is asked here; answer it with ${commandHint(run, "redirect", "<answers>")}`,
        open,
      );
}

function blocked(run: Run): SteeringResult {
  const { issue = "", correction = "" } = run.audits.last ?? {};
  return refused(
    blockReasonOf(run),
    [issue, correction].filter((text) => text !== ""),
  );
}
