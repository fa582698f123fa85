/** The state of the loop of a run: what was made, how it was scored, what is next. */
import type { CiOutcome } from "#core/events/ci-events.ts";
import type { Formatting } from "#core/events/data/formatting.ts";
import type { Hypothesis } from "#core/events/data/hypothesis.ts";
import type { AddedCheck, Advice, HiddenCheck, PlanStep } from "#core/events/data/iteration.ts";
import type { AuditResult } from "#core/events/data/review-results.ts";
import type { Step } from "#core/events/data/step.ts";
import type { EventOf } from "#core/events/event.ts";
import type { Level } from "#core/rules/level.ts";
import type { Evaluation } from "#core/rules/score.ts";

/** The best result so far: the evaluation that a tree earned, and the iteration that made it. */
export interface BestResult {
  readonly iteration: number;
  readonly evaluation: Evaluation;
}

/** One evaluation, as a row of the score table. */
export interface ScoreRow {
  readonly iteration: number;
  readonly level: Level;
  readonly score: number;
  readonly passed: boolean;
  readonly failed: readonly string[];
  readonly warnings: readonly string[];
  readonly tree: string;
  readonly kept: boolean;
  readonly changed: readonly string[];
}

/** What the critique of a round advised. */
export interface RoundCritique {
  readonly iteration: number;
  readonly level: Level;
  readonly advice: readonly Advice[];
}

/**
 * What the trees of a run showed of the hidden check with the command `run`. `held`: one passed it. `failures`: the
 * evaluations that it alone failed. `printed`: what the work printed last instead of what is expected.
 */
export interface HiddenRecord {
  readonly run: string;
  readonly held: boolean;
  readonly failures: number;
  readonly printed: string;
}

/** Where the iteration stands. `tree` is the work so far, kept or not. */
export interface Progress {
  readonly iteration: number;
  /** Iterations of the rounds before this one: the limit counts from here. */
  readonly before: number;
  readonly level: Level;
  /** The step to do next. `DECIDE`: an evaluation is to be weighed; `ADVANCE`: a refinement is to be evaluated. */
  readonly step: Step | "DECIDE" | "ADVANCE";
  readonly steps: readonly PlanStep[];
  readonly checks: readonly AddedCheck[];
  readonly hidden: readonly HiddenCheck[];
  readonly tried: readonly HiddenRecord[];
  /** True once this iteration has done an atom, or worked on its open steps; and once its checks are prepared. */
  readonly produced: boolean;
  readonly prepared: boolean;
  /** What the worker of this iteration left aside, for the next plan. */
  readonly leftAside: readonly string[];
  readonly tree: string | null;
  readonly changed: readonly string[];
  readonly evaluation: Evaluation | null;
  readonly best: BestResult | null;
  /** The commit of the last kept iteration and its tree; the base before there is one. The branch points there. */
  readonly head: { readonly commit: string; readonly tree: string };
  /** The change from the base to the head, cut at `PATCH_CHARACTERS`; null where nothing is kept or it is unknown. */
  readonly patch: string | null;
  readonly lastScore: number | null;
  readonly stagnation: number;
  /** Refinements made at level B. */
  readonly bRefines: number;
  /** Why this iteration was begun; null for the first. `atoms`: the rules hold, and atoms are left. */
  readonly cause: "refined" | "qa" | "atoms" | null;
  /** The worker's last report on its work. */
  readonly account: string;
  /** The latest tool calls of the work, for the audit before QA. */
  readonly lastCalls: readonly string[];
  readonly advice: readonly Advice[];
  /** The critiques of all rounds so far, for people. */
  readonly critiques: readonly RoundCritique[];
  /** Why checks failed, as far as the run investigated it. */
  readonly hypotheses: readonly Hypothesis[];
  readonly rows: readonly ScoreRow[];
  /** The result of the format command in this iteration; null where it did not run, or changed nothing. */
  readonly formatting: Formatting | null;
}

export interface AuditState {
  readonly last: AuditResult | null;
  /** Tool calls of the whole run, and the number of the call at which the last audit was made. */
  readonly calls: number;
  readonly lastAt: number;
  /** True when an audit saw the work after the loop had passed (one is forced before QA). */
  readonly beforeQa: boolean;
  /**
   * True when a maintainer cleared a block, or an audit in the middle of a step could not assess, and no audit has
   * followed: an audit comes before anything else.
   */
  readonly owed: boolean;
  /**
   * The maintainer who cleared the last block, the reason, and the auditor's objection; null when none was cleared.
   */
  readonly cleared: { readonly by: string; readonly reason: string; readonly objection: string } | null;
}

/** How the published work stands. */
export interface PublishedState {
  /** When it was published, in milliseconds; 0 before. */
  readonly publishedAt: number;
  /** What the repository's own checks of a published commit came to last; null before they did. */
  readonly ci: (CiOutcome & Pick<EventOf<"ci_seen">, "head">) | null;
  /** How many rounds red checks have begun. */
  readonly ciRounds: number;
}

/** The error of the step that failed last, and how often in a row. */
export interface StepError {
  readonly step: Step;
  readonly count: number;
  readonly message: string;
  readonly retryable: boolean;
}
