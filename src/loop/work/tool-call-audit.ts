/**
 * Audits tool calls of a step: a draw, which cannot be foreseen without the key, chooses the calls, and an objection
 * stops the work.
 */
import type { CallDecision, WorkSoFar } from "#agent/conversation/agent-env.ts";
import type { AuditResult } from "#core/events/data/review-results.ts";
import { auditDue, matchesAuditKey } from "#core/iteration/audit.ts";
import { type AuditContext, auditContextOf, type WorkerActivity } from "#core/iteration/audit-context.ts";
import { AuditAnswer, auditStopsWork, normaliseAudit } from "#core/iteration/audit-verdict.ts";
import type { Run } from "#core/run/run.ts";
import type { RecordingStepContext, StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";
import type { ToolCall } from "#ports/model.ts";
import { auditPrompt } from "#text/prompts/audit.ts";
import { askRole } from "./ask-role.ts";

export interface ToolCallAudit {
  /** Called before every tool call; halts the work after an objection, unless the configuration only warns. */
  readonly beforeTool: (call: ToolCall, soFar: WorkSoFar) => Promise<CallDecision>;
  /** The number of tool calls before which it was called. */
  readonly calls: () => number;
}

/**
 * Gives a function that makes the audit of each worker of one step: they share one count of calls, and an objection
 * to one halts all. Throws `Failure("journal")` when the key of the run is gone or is another one: without a draw no
 * call may pass.
 */
export async function toolCallAudits(run: Run, stepContext: RecordingStepContext): Promise<() => ToolCallAudit> {
  const key = await stepContext.secrets.auditKey();
  if (key === null || run.keyHash === null || !matchesAuditKey(key, run.keyHash)) {
    throw new Failure(
      "journal",
      "the audit key of this run is gone or is not the one whose hash was written down; resume the run",
      { retryable: false },
    );
  }
  const { every, ceiling } = run.config.audit;
  let { calls, lastAt } = run.audits;
  let halt: CallDecision | null = null;
  const decide = async (call: ToolCall, soFar: WorkSoFar): Promise<CallDecision> => {
    calls += 1;
    const number = calls;
    if (halt !== null) return halt;
    if (!auditDue({ key, call: number, since: number - 1 - lastAt, every, ceiling })) return { kind: "go" };
    lastAt = number;
    const { audit, context } = await auditNow(run, stepContext, { ...activityOf(soFar), pending: pendingOf(call) });
    const stops = auditStopsWork(audit, run.config.audit.mode);
    // The last audit counts: one beside it that had nothing to object must not lift a block.
    if (stops || halt === null) stepContext.record({ kind: "audit_done", audit, call: number, context });
    if (stops) halt = { kind: "halt", reason: audit.issue };
    return halt ?? { kind: "go" };
  };
  return () => {
    let own = 0;
    return {
      calls: () => own,
      beforeTool: (call, soFar) => {
        own += 1;
        return decide(call, soFar);
      },
    };
  };
}

/**
 * Performs one audit. Where the auditor gives no usable answer (it refuses, its time runs out, a second answer does not
 * fit), which is no reason to do the work again, and where the model fails for good, the verdict is `CANNOT_ASSESS`, a
 * failed audit.
 */
export async function auditNow(
  run: Run,
  context: StepContext,
  activity: WorkerActivity,
): Promise<{ readonly audit: AuditResult; readonly context: string }> {
  const shown = auditContextOf(run, activity);
  const audit = normaliseAudit(await answerOf(run, context, shown), run.config.audit.mode);
  return { audit, context: audit.verdict === "OK" ? "" : JSON.stringify(shown).slice(0, 40_000) };
}

async function answerOf(run: Run, context: StepContext, shown: AuditContext): Promise<AuditResult> {
  const question = auditPrompt(shown);
  try {
    return await askRole(run, context, { role: "auditor", question, schema: AuditAnswer });
  } catch (error) {
    if (!(error instanceof Failure) || !leavesUndecided(error)) throw error;
    return {
      verdict: "CANNOT_ASSESS",
      drift: "none",
      issue: error.message.slice(0, 300),
      principle: "",
      correction: "",
    };
  }
}

function leavesUndecided({ service, retryable }: Failure): boolean {
  return service === "answer" || (service === "model" && !retryable);
}

/** The calls of an agent as one text each, with what commands printed. */
export function callLinesOf(calls: WorkSoFar["calls"]): readonly string[] {
  return calls.map(
    ({ tool, target, failed, printed }) =>
      `${tool} ${target}${failed ? " (failed)" : ""}${printed === "" ? "" : `\n${printed}`}`,
  );
}

function pendingOf({ name, input }: ToolCall): string {
  return `${name} ${JSON.stringify(input)}`.slice(0, 300);
}

/** The tool calls so far, and their errors. */
function activityOf({ calls }: WorkSoFar): Pick<WorkerActivity, "tools" | "errors" | "patch"> {
  return {
    patch: null,
    tools: callLinesOf(calls),
    errors: calls.flatMap(({ tool, error }) => (error === null ? [] : [`${tool}: ${error}`])),
  };
}
