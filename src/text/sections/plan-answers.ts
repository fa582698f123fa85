/** How a plan stands, and how to answer it: the first and the last words of the plan comment. */
import type { Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { confirmations, SETTABLE, SETTING } from "#text/phrases/confirmations.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** What a reader of GitHub must know before anything else. */
export function planStatus({ issue, request, approval, corrections }: Run): string {
  if (issue.number !== null && request === null && corrections.length > 0)
    return "This plan does not hold any more: another one is being made.";
  if (issue.number === null || request === null) return "";
  if (approval !== null) return approvedWords(approval);
  return request.reason === "base_already_green"
    ? "This plan cannot be approved; why stands at its end."
    : "Nothing is done before somebody approves this plan; how stands at its end.";
}

/** By whom; of what nobody approved, by what, and how it is stopped. */
function approvedWords({ by, policy }: NonNullable<Run["approval"]>): string {
  if (policy === undefined) return `Approved by ${inline(by)}.`;
  return "Approved by policy, and by no person: it is small enough for `auto_approve` of the configuration. `/loop stop` ends it.";
}

/** Said of a new plan for work that was shown before: it is not begun anew. */
export function continuationNote({ shown, progress }: Run): string {
  if (shown?.number == null || progress.before > 0) return "";
  return `It goes on with the branch of pull request #${shown.number}: what is there stays, and this plan comes on top.`;
}

/** How to answer on GitHub; on the command line it is the digest alone that counts. */
export function howToAnswer({ request, plan, config, issue, approval }: Run): string {
  if (request === null) return "";
  if (issue.number === null) return `Digest: ${code(request.digest)}`;
  const before = config.commands.bare ? "/" : "/loop ";
  const [approve, stop, redirect] = [`${before}approve`, `${before}stop`, `${before}redirect`];
  if (approval !== null)
    return `Digest: ${code(approval.digest)}\n\n${approvedWords(approval)} ${code(stop)} ends the run while it goes on.`;
  const hours = (plan?.limits ?? config.limits).approvalHours;
  const digest = `Digest: ${code(request.digest)}\n`;
  const again = request.reason === null ? [] : [`Asked again because ${REASON_WORDS[request.reason]}.\n`];
  if (request.reason === "base_already_green")
    return [
      ...again,
      digest,
      `This plan cannot be approved. Say with ${code(`${redirect} <text>`)} what else should be done, or end this run with ${code(stop)}.`,
    ].join("\n");
  return [
    ...again,
    digest,
    ...(plan === null ? [] : [`${code(approve)} confirms both:\n`, `${list(confirmations(plan))}\n`]),
    `Reply ${code(approve)} to start (write access, within ${counted(hours, "hour")}), or ${code(stop)} to end. \`/loop approve ${request.digest.slice(0, 12)}\` approves this text and no other; ${code(`${approve} step`)} pauses after each iteration.\n`,
    `${code(`${approve} ${SETTING}`)} starts nothing: it changes the number and shows the plan again (${SETTABLE}).\n`,
    `For another plan: ${code(`${redirect} <what should be otherwise>`)}.`,
  ].join("\n");
}
