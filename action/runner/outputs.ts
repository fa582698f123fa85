/** What a job hands to the jobs after it: enums, numbers and hexadecimal digits only, never prose (architecture 2). */
import { awaitsQaVerdict } from "#core/approval/verify-outputs.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";

/** By the names of `action.yml`; "" where there is nothing. `verify`: whether the job that verifies has something to do. */
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
