/**
 * Writes the comment that a plan waits with other numbers: a comment of its own, because GitHub notifies nobody of an
 * edit of the plan comment.
 */
import { shortCommand } from "#core/commands/command-hint.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { counted } from "#text/format/format.ts";
import { list, page } from "#text/format/table.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { confirmations } from "#text/phrases/confirmations.ts";
import { code } from "#text/sanitize/quote.ts";
import { headline } from "#text/sections/summary.ts";

/** The comment. Throws on a bug: no plan. */
export function changedComment(run: Run): string {
  const { limits } = planOf(run);
  const caps = capsOf(limits);
  const approve = shortCommand(run, "approve");
  return page([
    headline(run),
    "Nothing was started. The plan comment shows the whole plan as it is now; a fresh approval confirms both:",
    list(confirmations(planOf(run))),
    `Caps: ${caps.length === 0 ? "none" : caps.join(" or ")}`,
    run.request === null ? "" : `Digest: ${code(run.request.digest)}`,
    `Reply ${code(approve)} to start (write access, within ${counted(limits.approvalHours, "hour")}).`,
  ]);
}
