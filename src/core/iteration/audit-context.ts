/** Builds what an auditor sees: the request and what was done about it, nothing of the worker's own reasoning. */
import { redChecksOf } from "#core/ci/ci-round.ts";
import type { SeenCheck } from "#core/events/ci-events.ts";
import type { Correction } from "#core/events/data/correction.ts";
import type { PlanStep } from "#core/events/data/iteration.ts";
import type { IssueRequest } from "#core/plan/discussion.ts";
import type { Scope } from "#core/plan/plan.ts";
import { WORKFLOWS, type Workflow } from "#core/plan/workflow.ts";
import type { AuditState } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";

/** The fields in the order of the prompt; `tools` and `errors` are the latest, oldest first. */
export interface AuditContext {
  readonly request: IssueRequest;
  readonly intent: string;
  readonly workflow: Workflow;
  readonly scope: Scope;
  readonly protected: readonly string[];
  readonly guardrails: readonly string[];
  /** The current atom; null where there is none. */
  readonly atom: string | null;
  readonly steps: readonly PlanStep[];
  readonly errors: readonly string[];
  readonly changed: readonly string[];
  readonly tools: readonly string[];
  /** The call that is about to run; null when none is. */
  readonly pending: string | null;
  /** What the work came to, as a unified diff that may be cut; null in the middle of a step. */
  readonly patch: string | null;
  /** Later requests of maintainers: the most recent one outranks the others. */
  readonly corrections: readonly Correction[];
  /** The red checks of the pull request that this round works on. */
  readonly redChecks: readonly SeenCheck[];
  /** The block that a maintainer cleared last, and why. */
  readonly cleared: AuditState["cleared"];
}

/** What the worker did, from its log: each tool call and each tool error as one text, oldest first. */
export interface WorkerActivity {
  readonly tools: readonly string[];
  readonly errors: readonly string[];
  readonly pending: string | null;
  readonly patch: string | null;
}

/** At most `length` UTF-16 units of each, the last one `…` where something was cut. */
function latest(texts: readonly string[], number: number, length: number): readonly string[] {
  return texts.slice(-number).map((text) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`));
}

/** The most characters of a tool call with what it printed. */
const CALL_CHARACTERS = 700;

/**
 * The context of an audit now: the last 10 tool calls, each with what it printed cut at `CALL_CHARACTERS`, the last 5
 * errors at 150. Throws on a bug: no plan.
 */
export function auditContextOf(run: Run, trail: WorkerActivity): AuditContext {
  const { issue, discussion, objective, workflow, scope, protected: guarded } = planOf(run);
  const inHand = run.graph.atoms.filter(({ status }) => status === "in_progress");
  const changed = [...run.progress.rows.flatMap((row) => row.changed), ...run.progress.changed];
  return {
    request: { issue, discussion },
    intent: objective.intent,
    workflow,
    scope,
    protected: guarded,
    guardrails: WORKFLOWS[workflow].guardrails,
    atom: inHand.length === 0 ? null : inHand.map(({ atom }) => `${atom.id}: ${atom.description}`).join("; "),
    steps: run.progress.steps,
    errors: latest(trail.errors, 5, 150),
    changed: [...new Set(changed)],
    tools: latest(trail.tools, 10, CALL_CHARACTERS),
    pending: trail.pending,
    patch: trail.patch,
    corrections: run.corrections,
    redChecks: redChecksOf(run),
    cleared: run.audits.cleared,
  };
}
