/**
 * AUDIT: an audit without a draw, before QA and after a maintainer cleared a block. The auditor sees the patch of the
 * work.
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
  const activity = { tools: lastCalls, errors: [], pending: null, patch };
  return [{ kind: "audit_done", ...(await auditNow(run, context, activity)), call: run.audits.calls }];
}
