/** Says how a repository is set up and tested, and where each command comes from. */
import type { Plan } from "#core/plan/plan.ts";
import { fold, list } from "#text/format/table.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** A folded list; empty where the plan names no command, and for a plan from before reasons were kept. */
export function setupReasons({ reasons = [] }: Plan): string {
  if (reasons.length === 0) return "";
  return fold("How it is set up and tested", list(reasons.map(({ run, why }) => `${code(run)}: ${inline(why)}`)));
}
