/** What a person's word does to a run that has begun: one table of words and stages (behaviours 6.2, S4.10, S4.11, S4.30, C2.14, C2.18). */
import type { OnPull } from "#core/events/data/on-pull.ts";
import type { Stage } from "#core/events/data/reason.ts";
import { isLater, type Saying } from "#core/events/data/said.ts";
import type { Draft } from "#core/events/event.ts";
import { undefaulted } from "#core/plan/question.ts";
import { nothingToGoOnFrom } from "#core/run/continued.ts";
import { branchOf, type Run } from "#core/run/run.ts";
import { blockOf, obstacleToResume, stillEnding } from "./resume.ts";
import { asSaid } from "./say.ts";

/** `defaults`: an approval where no plan waits, but questions do. */
export type SteeringWord = "pause" | "resume" | "continue" | "redirect" | "unblock" | "defaults";

/** Who says it; `text`: what they said with it, which a redirect and an unblocking cannot be without. Of `defaults`: the digest that was named. `onPull`: where on a pull request. `said`: when, and in which comment; absent where it is said now. */
export interface Steering {
  readonly word: SteeringWord;
  readonly by: string;
  readonly text: string;
  readonly onPull?: OnPull | undefined;
  readonly said?: Saying | undefined;
}

/** `granted`: it is so already, and nothing is written down. `refused`: why, as a sentence, and the words of models that belong to it. */
export type Steered =
  | { readonly kind: "said"; readonly draft: Draft }
  | { readonly kind: "granted" }
  | { readonly kind: "refused"; readonly why: string; readonly quotes: readonly string[] };

/** What comes of it. Nothing is done with a run whose history cannot be read, and only an unblocking with a blocked one. */
export function steer(run: Run, said: Steering): Steered {
  if (run.unreadable !== null) return refused(`the history of this run cannot be read: ${run.unreadable}`);
  if (isPast(run, said)) return GRANTED;
  if (run.stage === "blocked" && said.word !== "unblock") return blocked(run);
  return WORDS[said.word](run, said);
}

/** Heard before, or overtaken by a word that was said after it: the last word holds. A redirect brings words of its own. */
function isPast({ words: { onwards, against } }: Run, { word, said }: Steering): boolean {
  if (said === undefined || word === "redirect" || word === "defaults") return false;
  return !isLater(said, onwards) || (word !== "pause" && !isLater(said, against));
}

const WORDS: Readonly<Record<SteeringWord, (run: Run, said: Steering) => Steered>> = {
  pause,
  resume,
  continue: goOn,
  redirect,
  unblock,
  defaults,
};

function pause(run: Run, { by, said }: Steering): Steered {
  if (run.stage === "paused" || run.pausing !== null) return GRANTED;
  return run.stage === "running" || run.stage === "verifying"
    ? { kind: "said", draft: { kind: "pause_requested", by, ...(said && { said }) } }
    : refused(`only a run that is at work can be paused: this one is ${run.stage}`);
}

const REVIVABLE: readonly Stage[] = ["paused", "stopped", "failed"];

function resume(run: Run, { by, said }: Steering): Steered {
  const obstacle = obstacleToResume(run);
  if (obstacle !== null) return refused(obstacle);
  return REVIVABLE.includes(run.stage)
    ? { kind: "said", draft: { kind: "resumed", by, ...restoring(run), ...(said && { said }) } }
    : GRANTED;
}

/** Whoever resumes a run whose branch was deleted says that it is to be made anew (GIT-11). */
function restoring(run: Run): Pick<Extract<Draft, { kind: "resumed" }>, "restores"> {
  return run.ending === "branch_gone" ? { restores: { branch: branchOf(run), commit: run.progress.head.commit } } : {};
}

/** `/continue` is for a run that paused; whoever stopped one, or mended what broke it, says so. */
function goOn(run: Run, said: Steering): Steered {
  if (run.stage !== "stopped" && run.stage !== "failed") return resume(run, said);
  return refused(obstacleToResume(run) ?? `this run is not paused but ${run.stage}: ${asSaid(run, "resume")} takes it up again`);
}

/** Why a run cannot be redirected in the stages that are not here. */
const FIXED: { readonly [S in Stage]?: string } = {
  hydrating: "the plan is being written; say it again when it is shown",
  reviewing: "the plan is being reviewed; say it again when it is shown",
  publishing: "this run is being published; say it again when it is completed",
};

function redirect(run: Run, { by, text, onPull, said }: Steering): Steered {
  const fixed = FIXED[run.stage] ?? nothingToGoOnFrom(run) ?? stillEnding(run, asSaid(run, "redirect", "<text>"));
  if (fixed !== null) return refused(fixed);
  if (run.stage === "failed") return refused(obstacleToResume(run) ?? `this run failed: mend the cause and ${asSaid(run, "resume")} first`);
  if (run.stage === "stopped" && run.approval === null) return refused("this run ended before it was approved; begin a new one");
  return { kind: "said", draft: { kind: "redirect_requested", by, text, ...(onPull && { onPull }), ...(said && { said }) } };
}

function unblock(run: Run, { by, text, said }: Steering): Steered {
  const { cleared } = run.audits;
  if (run.stage === "blocked" && run.ending === "audit_block")
    return { kind: "said", draft: { kind: "run_unblocked", by, reason: text, ...(said && { said }) } };
  if (run.stage === "blocked") return blocked(run);
  return cleared?.by === by && cleared.reason === text ? GRANTED : refused(`this run is not blocked: it is ${run.stage}`);
}

function defaults(run: Run, { by, text }: Steering): Steered {
  if (run.stage !== "needs_info") return refused(`this run asks nothing: it is ${run.stage}`);
  if (text !== "") return refused("there is no plan to approve yet: this run waits for answers");
  const open = undefaulted(run.questions);
  return open.length === 0
    ? { kind: "said", draft: { kind: "defaults_taken", by } }
    : refused(`there is no default for what is asked here; answer it with ${asSaid(run, "redirect", "<answers>")}`, open);
}

const GRANTED: Steered = { kind: "granted" };

function blocked(run: Run): Steered {
  const { issue = "", correction = "" } = run.audits.last ?? {};
  return refused(
    blockOf(run),
    [issue, correction].filter((text) => text !== ""),
  );
}

function refused(why: string, quotes: readonly string[] = []): Steered {
  return { kind: "refused", why, quotes };
}
