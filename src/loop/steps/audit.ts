/**
 * AUDIT: forced before QA, whatever was drawn on the way (C0.01), and after a block was cleared (C0.03). It sees what
 * the work came to.
 */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { auditNow } from "#loop/work/tool-call-audit.ts";

/** Characters of the patch that the auditor is shown. */
const PATCH = 30_000;

export async function audit(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { head, tree, lastCalls } = run.progress;
  const seen = run.stage === "verifying" || tree === null ? head.tree : tree;
  const patch = await context.workspace.patch(run.base.tree, seen, PATCH);
  const trail = { tools: lastCalls, errors: [], pending: null, patch };
  return [{ kind: "audit_done", ...(await auditNow(run, context, trail)), call: run.audits.calls }];
}
