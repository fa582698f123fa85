/** Says in a new comment that the plan comment shows another plan: GitHub notifies nobody of an edit. */
import { shortCommand } from "#core/commands/command-hint.ts";
import type { Run } from "#core/run/run.ts";
import { namingDigits } from "#core/values/digest.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** One sentence on why, one on how to answer. */
export function newPlanComment(run: Run): string {
  const { request, corrections } = run;
  const last = corrections.at(-1);
  const [approve, redirect] = [shortCommand(run, "approve"), shortCommand(run, "redirect <text>")];
  return [
    `**The plan was made anew**${last === undefined ? "" : `, as ${inline(last.by)} asked`}. It stands in the plan ` +
      `comment above, with the digest ${code(namingDigits(request?.digest ?? ""))}.`,
    `Read it there; ${code(approve)} starts it, ${code(redirect)} asks for another one.`,
    "",
  ].join("\n\n");
}
