/**
 * A run whose repository could not be set up goes on after a person has mended the configuration: on the base branch as
 * it is now, with the same plan, which is tried, shown and approved again.
 */
import type { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Plan } from "#core/plan/plan.ts";
import { withCommands } from "#core/planning/plan-commands.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";

/** The base branch as it is now: its commit, its configuration, and the commands that were found under it. */
export interface RenewedBase {
  readonly base: Plan["base"];
  readonly config: Config;
  readonly commands: DetectedCommands;
}

/** Ends of a run whose plan nobody could try; a person mends the cause. */
const UNTRIED: readonly (string | null)[] = ["worker_lost", "dispatch_failed", "sandbox_unavailable"];

/** True for a run that ended because it could not be set up or tried, and that has a plan and no work yet. */
export function isRenewable({ stage, ending, plan, progress, base, rehearses, rehearsal, approval }: Run): boolean {
  if (plan === null || (stage !== "halted" && stage !== "failed")) return false;
  const isUntried = rehearses !== null && rehearsal === null && approval === null && UNTRIED.includes(ending);
  return (ending === "setup_failed" || isUntried) && progress.head.commit === base.commit;
}

/** The plan over the base as it is now. Its rules, scope and limits stay; what the rehearsal showed does not. */
export function renewedPlan({ rehearsal: _, ...plan }: Plan, { base, config, commands }: RenewedBase): Plan {
  const { tests, protected: guarded } = config;
  return { ...withCommands(plan, commands), base, tests, protected: guarded, config: digestOf(config) };
}
