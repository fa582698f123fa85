/** The numbers that bound a run, and the caps on its tokens, dollars and minutes. */
import * as z from "zod";

const Positive = z.int().positive();

/** The rounds that red checks may begin, where the configuration does not say otherwise. */
const USUAL_CI_LIMIT = 2;

/** Minutes for which checks are waited for, where the configuration does not say otherwise. */
export const USUAL_CI_MINUTES = 60;

/** The most lines that may switch a check off. */
export const MOST_SUPPRESSIONS = 100;

/** Faults that tests must still find, and the minutes for them, where the configuration does not say otherwise. */
const USUAL_BITE = 8;
const USUAL_BITE_MINUTES = 5;

/** Seconds for wrong patches against a plan, where the configuration does not say otherwise. */
const USUAL_ATTACK_SECONDS = 30;

/** The longest time for which checks may be waited for, in minutes: so long the bot polls a pull request for them. */
export const MOST_CI_MINUTES = 180;

/**
 * Times are milliseconds, but for `approvalHours` and `minutes`. `tokens`, `dollars` and `minutes` (of completed steps)
 * cap the whole run; null = no cap. `iterationsAtMost`: what an approver may ask for with `max_iterations`.
 */
export const Limits = z.strictObject({
  iterations: Positive.max(20).default(4),
  iterationsAtMost: Positive.max(20).default(20),
  minBRefines: z.int().nonnegative().default(1),
  revisions: z.int().nonnegative().default(2),
  qaRounds: Positive.default(2),
  /** How many commands a critique may run to find out why a check failed. */
  debugRounds: z.int().nonnegative().max(20).default(5),
  atomAttempts: Positive.default(2),
  stalls: Positive.default(3),
  depth: z.int().nonnegative().max(5).default(3),
  parallel: Positive.max(10).default(3),
  turns: Positive.default(50),
  /** The time of every agent, in place of its own, be that longer or shorter. */
  agentMs: Positive.optional(),
  /** The longest silence of a model that answers. */
  callMs: Positive.default(120_000),
  checkMs: Positive.max(600_000).default(300_000),
  /**
   * Faults that QA plants in the changed lines to see how strong the checks are, and the least share of them that must
   * be found.
   */
  mutants: z.int().nonnegative().max(50).default(20),
  strength: z.number().min(0).max(1).default(0),
  /**
   * Faults near the change that the base's tests find and the head's must find too, 0: none are planted; and minutes
   * after which no more are planted. No default here: older plans have none, and their digests stay as they are.
   */
  bite: z.int().nonnegative().max(30).optional().meta({ default: USUAL_BITE }),
  biteMinutes: Positive.max(60).optional().meta({ default: USUAL_BITE_MINUTES }),
  /**
   * Seconds for which wrong patches are tried against a plan before it is shown, 0: none are. No default here: older
   * plans have none, and their digests stay as they are.
   */
  attackSeconds: z.int().nonnegative().max(600).optional().meta({ default: USUAL_ATTACK_SECONDS }),
  /** How many lines more than on the base may switch a check off. */
  suppressions: z.int().nonnegative().max(MOST_SUPPRESSIONS).default(3),
  /**
   * How many rounds red checks of the pull request may begin, and minutes for which checks are waited for
   * (core/ci). No default here: older runs have none, and their digests stay as they are.
   */
  ciRounds: z.int().nonnegative().max(10).optional().meta({ default: USUAL_CI_LIMIT }),
  ciMinutes: Positive.max(MOST_CI_MINUTES).optional().meta({ default: USUAL_CI_MINUTES }),
  approvalHours: Positive.default(24),
  tokens: Positive.nullable().default(5_000_000),
  dollars: z.number().positive().nullable().default(null),
  minutes: Positive.nullable().default(null),
});
export type Limits = z.infer<typeof Limits>;

/** The limits with those that the configuration may leave out. */
interface StatedLimits extends Limits {
  ciRounds: number;
  bite: number;
  biteMinutes: number;
}

/** The limits of a plan: what the approval covers is written down, also where the configuration is silent. Pure. */
export function statedLimits(limits: Limits): StatedLimits {
  const { ciRounds = USUAL_CI_LIMIT, bite = USUAL_BITE, biteMinutes = USUAL_BITE_MINUTES } = limits;
  return { ...limits, ciRounds, bite, biteMinutes };
}

/** Milliseconds for wrong patches against a plan; 0: none are tried. Pure. */
export function attackMsOf({ attackSeconds = USUAL_ATTACK_SECONDS }: Limits): number {
  return attackSeconds * 1000;
}
