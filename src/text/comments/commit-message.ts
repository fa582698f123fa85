/** Writes the message of the commit that keeps an iteration. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { score } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { titleLine } from "#text/sanitize/quote.ts";

/**
 * Subject from the plan's intent, a body, and the trailers `Loop-Run`, `Loop-Iteration`, `Loop-Score` of the best
 * result, and `Loop-Atom` for the atoms that were resolved since the commit before; last, the approver on GitHub as
 * co-author. Every line of untrusted text begins with a dash, so that git cannot read it as a trailer. Throws on a bug:
 * no plan.
 */
export function commitMessage(run: Run): string {
  const { objective } = planOf(run);
  const { best, iteration } = run.progress;
  const standing = evaluationToShow(run);
  const atoms = run.graph.atoms.filter(({ status, kept }) => status === "resolved" && !kept).map(({ atom }) => atom.id);
  return [
    clip(titleLine(objective.intent), 72),
    "",
    ...objective.deliverables.map((deliverable) => `- ${titleLine(deliverable)}`),
    "",
    `Loop-Run: ${run.runId}`,
    `Loop-Iteration: ${best?.iteration ?? iteration}`,
    ...(atoms.length === 0 ? [] : [`Loop-Atom: ${atoms.join(", ")}`]),
    `Loop-Score: ${standing === null ? "none" : `${score(standing.score)} ${standing.level}`}`,
    ...coAuthor(run),
    "",
  ].join("\n");
}

/**
 * Names the approver by the address that GitHub has for every account
 * (https://docs.github.com/account-and-profile/reference/email-addresses-reference). Empty for an approval by policy,
 * or off GitHub.
 */
function coAuthor({ approval }: Run): readonly string[] {
  if (approval === null || approval.account === null || approval.policy === true || !/^[\w-]{1,100}$/.test(approval.by))
    return [];
  return [`Co-authored-by: ${approval.by} <${approval.account}+${approval.by}@users.noreply.github.com>`];
}
