/** The roles that answered in a run, how often, and their last result. */
import type { Event } from "#core/events/event.ts";

/** `at`: milliseconds since the epoch. */
interface Said {
  readonly count: number;
  readonly at: number;
  readonly result: string;
}

/** By the name of the role. */
export type RoleLog = Readonly<Record<string, Said>>;

/** The role that an event comes from, and its result in a word or two; null for an event of no role. */
function voiceOf(event: Event): readonly [string, string] | null {
  switch (event.kind) {
    case "run_hydrated":
      return ["hydrator", "plan"];
    case "info_requested":
      return ["hydrator", "questions"];
    case "review_measured":
      return ["hydrator", `${event.rules.length} rules`];
    case "plan_reviewed":
      return ["plan-critic", event.review.verdict];
    case "plan_created":
      return ["planner", `${event.steps.length} steps`];
    case "artifact_created":
      return event.skipped ? null : ["worker", `${event.changed.length} files`];
    case "checks_prepared":
      return ["preparer", `${event.checks.length + event.hidden.length} checks`];
    case "evaluation_done":
      return ["evaluator", event.evaluation.passed ? "passed" : "not passed"];
    case "critique_done":
      return ["critique", `${event.advice.length} issues`];
    case "refinement_done":
      return ["refiner", `${event.changed.length} files`];
    case "audit_done":
      return ["auditor", event.audit.verdict];
    case "qa_done":
      return ["qa-verifier", event.qa.verdict];
    case "reflection_done":
      return ["reflector", event.reflection.outcome];
    default:
      return null;
  }
}

/** The log after an event. */
export function roleLogAfter(log: RoleLog, event: Event): RoleLog {
  const voice = voiceOf(event);
  if (voice === null) return log;
  const [role, result] = voice;
  return { ...log, [role]: { count: (log[role]?.count ?? 0) + 1, at: event.at, result } };
}
