/** The plan waits with other numbers: a comment of its own, because an edit of the plan comment notifies nobody (S1.07, M1.02). */
import { planOf, type Run } from "#core/run.ts";
import { capsOf } from "./caps.ts";
import { confirmations } from "./confirmations.ts";
import { many } from "./format.ts";
import { code } from "./quote.ts";
import { headline } from "./summary.ts";
import { list, page } from "./table.ts";

/** The comment. Throws on a bug: no plan. */
export function changedComment(run: Run): string {
  const { limits } = planOf(run);
  const caps = capsOf(limits);
  const approve = run.config.commands.bare ? "/approve" : "/loop approve";
  return page([
    headline(run),
    "Nothing was started. The plan comment shows the whole plan as it is now; a fresh approval confirms both:",
    list(confirmations(planOf(run))),
    `Caps: ${caps.length === 0 ? "none" : caps.join(" or ")}`,
    run.request === null ? "" : `Digest: ${code(run.request.digest)}`,
    `Reply ${code(approve)} to start (write access, within ${many(limits.approvalHours, "hour")}).`,
  ]);
}
