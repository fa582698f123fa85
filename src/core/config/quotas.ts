/**
 * The settings that bound many runs: which plans may begin without a person, how many runs may begin, and what they may
 * spend.
 */
import * as z from "zod";

/** A pattern of paths. */
export const Glob = z.string().min(1).max(200);

/** The bounds of plans that may begin without a person: all of them must hold (core/approval/policy). */
export const AutoApprove = z.strictObject({
  paths: z.array(Glob).min(1).max(50),
  rules: z.int().positive().default(7),
  atoms: z.int().positive().default(2),
  /** The most that a run may cost; the plan's `limits.dollars` must say so too. */
  dollars: z.number().positive(),
});

/**
 * How many runs may begin in 24 hours, by one person and in the repository, and how many may be open at one time
 * (core/runs/quota); and what all may spend in 24 hours and in 30 days (core/runs/money-quota). No default for
 * money: older runs have none, and their digests stay as they are.
 */
export const Quotas = z.strictObject({
  person_day: z.int().positive().default(20),
  repository_day: z.int().positive().default(50),
  open_runs: z.int().positive().default(20),
  dollars_day: z.number().positive().optional(),
  dollars_month: z.number().positive().optional(),
});
