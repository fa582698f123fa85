/** The outputs of a job for the jobs after it: enums, numbers and hexadecimal digits only, never prose. */
import { awaitsQaVerdict } from "#core/approval/verify-outputs.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";

/** Named as in `action.yml`; "" where there is no value. `verify`: whether the job `verify` has work. */
export function outputsOf(run: Run): Readonly<Record<string, string>> {
  const { stage, stopReason, score, level, pr, head } = resultJsonOf(run);
  return {
    stage,
    "stop-reason": stopReason ?? "",
    score: score === null ? "" : score.toFixed(2),
    level: level ?? "",
    pr: pr === null ? "" : String(pr),
    head: head ?? "",
    verify: String(awaitsQaVerdict(run)),
  };
}
