/** Tells whether a run ends, and why: by a stop rule, because its question is answered, or because QA verified it. */
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import { isAnswered } from "#core/run/answering.ts";
import type { Run } from "#core/run/run.ts";
import { stopRuleOf } from "./stop.ts";

/** Why a run is about to end, if it is; `completed` once QA has verified it. Null while it goes on. */
export function endingOf(run: Run): { readonly stage: Stage; readonly reason: StopReason } | null {
  const rule = stopRuleOf(run);
  if (rule !== null && rule.stage !== "verifying")
    return isEnd(rule.stage) ? { stage: rule.stage, reason: rule.reason } : null;
  if (isAnswered(run)) return { stage: "completed", reason: "answered" };
  const verified = run.stage === "verifying" && run.qa?.last?.verdict === "VERIFIED";
  return verified ? { stage: "completed", reason: run.passedBy ?? "threshold_reached" } : null;
}

/** A pause and a redirect are no end. */
function isEnd(stage: Stage): boolean {
  return stage !== "paused" && stage !== "running";
}

/** True where a person asked for the end, or a rule found it, already: asking again changes nothing. */
export function isToEnd({ stopRequest, gaveUp }: Run): boolean {
  return stopRequest !== null || gaveUp !== null;
}

/** True when a request or a finding comes before the current work: the run ends, pauses or is redirected. */
export function isOverruled(run: Run): boolean {
  const rule = stopRuleOf(run);
  return endingOf(run) !== null || (rule !== null && rule.stage !== "verifying");
}
