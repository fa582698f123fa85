/**
 * The state of a run: everything that cannot be derived. It is a fold over events (core/run/evolve/evolve); nothing
 * else changes it.
 */
import type { CheckStrength } from "#core/analysis/test-guard/mutants.ts";
import type { Config } from "#core/config/config.ts";
import type { Answer } from "#core/events/data/answer.ts";
import type { LastCommands } from "#core/events/data/comment-order.ts";
import type { Correction } from "#core/events/data/correction.ts";
import type { EffectOutbox } from "#core/events/data/effect.ts";
import type { ProblemTally } from "#core/events/data/problem-tally.ts";
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import type { PlanReview, QaResult, Reflection } from "#core/events/data/review-results.ts";
import type { WorkTime } from "#core/events/data/time-used.ts";
import type { EventOf } from "#core/events/event.ts";
import type { Issue } from "#core/plan/issue.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Question } from "#core/plan/question.ts";
import type { ChecklistLine } from "#core/rules/checklist-line.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Graph } from "#core/tasks/graph.ts";
import type { EarlierCost, ModelUsage } from "#core/values/usage.ts";
import type { LeaseState } from "./lease-state.ts";
import type { AuditState, Progress, PublishedState, StepError } from "./loop-state.ts";
import type { RoleLog } from "./role-log.ts";

/** Where work is shown; off GitHub number and address are null. */
export type PublishedWork = Pick<EventOf<"published">, "number" | "url" | "branch" | "head" | "title">;

export interface Run extends LeaseState, PublishedState {
  /** How many events made this run; an append is conditional on it. */
  readonly rev: number;
  readonly runId: string;
  readonly alias: string;
  readonly issue: Issue;
  readonly base: Plan["base"];
  readonly config: Config;
  /** The person who asked for it may write, and a reader sees all of the issue. */
  readonly trusted: boolean;
  readonly stage: Stage;
  /** Why the journal could not be read to its end; everything fails closed on it (the first stop rule). */
  readonly unreadable: string | null;
  readonly plan: Plan | null;
  /** The first comment of a person who is heard that the plan was not made from; null while none is known. */
  readonly newerComment: Pick<EventOf<"discussion_moved">, "comment" | "by" | "written" | "url"> | null;
  readonly review: PlanReview | null;
  readonly revisions: number;
  /** Who tries the plans of this run on the base: whoever makes them, or a job of the workflow. Null: nobody does. */
  readonly rehearses: "here" | "job" | null;
  /**
   * What was wrong with the plan when it was tried; null before. `returned`: how often that sent a plan back;
   * `sharpened`: wrong patches that slipped through did, which they do once for each plan that is shown.
   */
  readonly rehearsal: Pick<EventOf<"rehearsed">, "broken" | "failed"> | null;
  readonly returned: number;
  readonly sharpened: boolean;
  readonly request: { readonly digest: string; readonly reason: StopReason | null; readonly at: number } | null;
  readonly approval: Pick<
    EventOf<"approved">,
    "by" | "digest" | "handover" | "comment" | "account" | "policy" | "at"
  > | null;
  /** The effects that were recorded as pending, with their receipts once they have come (core/events/data/effect). */
  readonly effects: EffectOutbox;
  /** Why a job could not go on. */
  readonly gaveUp: { readonly reason: StopReason; readonly message: string } | null;
  readonly setup: Pick<EventOf<"setup_done">, "ok" | "details" | "sandbox"> | null;
  readonly baseScore: {
    readonly results: readonly RuleResult[];
    readonly tests: EventOf<"base_scored">["tests"];
  } | null;
  /** The work graph: how each atom of the plan stands. */
  readonly graph: Graph;
  readonly progress: Progress;
  readonly audits: AuditState;
  /** How many audits did not say OK. */
  readonly objections: number;
  /** Which roles answered, and their last result. */
  readonly roles: RoleLog;
  /** The questions that are open, or were open until a plan came of them. */
  readonly questions: readonly Question[];
  readonly stopRequest: { readonly by: string; readonly note: string; readonly maintainer?: true | undefined } | null;
  /** The last commands that the run handled: an earlier comment changes nothing. */
  readonly lastCommands: LastCommands;
  /** The person who asked for a pause that has not come yet. */
  readonly pausing: { readonly by: string } | null;
  /** True when the run pauses after each iteration. */
  readonly stepwise: boolean;
  /** The last iteration after which it did so. */
  readonly stepped: number;
  /** What maintainers wrote about the work beside their commands, oldest first. */
  readonly corrections: readonly Correction[];
  /** The first of them that no step has followed yet, as an index; null when none is pending. */
  readonly redirect: number | null;
  /**
   * The rules that were made of reviews in this round; they hold beside those of the plan. `measured`: of how many
   * corrections they were made, or need not be.
   */
  readonly measurements: readonly Pick<EventOf<"review_measured">, "of" | "head" | "rules" | "unmeasured">[];
  readonly measured: number;
  /** How many corrections the bot answered on the pull request, or need no answer there. */
  readonly replied: number;
  /** The head that a person, or a red check, sent back after it was shown: it is not shown again. */
  readonly sentBack: string | null;
  readonly errorState: StepError | null;
  readonly budgetRefused: string | null;
  /** `last` is null once the loop has passed again: the verdict was about older work. */
  readonly qa: {
    readonly rounds: number;
    readonly last: QaResult | null;
    readonly head: string;
    /** The head that the last ISSUES were about: it is not shown to QA again. */
    readonly rejected: string | null;
    /** The last verification found that the work does not merge with the base as it was then. */
    readonly conflicts?: true;
  } | null;
  /** The acceptance as the last verification decided it; empty before one has. */
  readonly checklist: readonly ChecklistLine[];
  /** How strong the checks were found to be on the work that QA saw last; null where it was not measured. */
  readonly strength: CheckStrength | null;
  /** In place of a change; null where there is none. */
  readonly answer: Answer | null;
  /** Where the base branch pointed when the work was verified last, and when it was published; null before. */
  readonly bases: { readonly verified: string | null; readonly shown: string | null };
  /** Why the loop passed; null before. */
  readonly passedBy: StopReason | null;
  readonly reflection: Reflection | null;
  /** What this round published. */
  readonly published: PublishedWork | null;
  /** The number of the draft pull request that shows unfinished work of this run; null where none was opened. */
  readonly drafted: number | null;
  /** What the rounds before it published last: the pull request stays the same. */
  readonly shown: PublishedWork | null;
  readonly ending: StopReason | null;
  readonly revived: number;
  readonly spend: ModelUsage;
  /** What the last runs of the repository cost, the newest first. */
  readonly earlier: readonly EarlierCost[];
  /** Tool problems of the agents; nothing acts on them by itself. */
  readonly learned: ProblemTally;
  /** The time that completed steps took since the approval. */
  readonly worked: WorkTime;
  /** When a person asked for it, in milliseconds: its label may have waited in line. */
  readonly askedAt: number;
  readonly startedAt: number;
  readonly updatedAt: number;
}
