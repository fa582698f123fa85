/** Writes the first and the last part of the plan comment: the status of the plan, and how to answer it. */
import { shortCommand } from "#core/commands/command-hint.ts";
import type { Run } from "#core/run/run.ts";
import { namingDigits } from "#core/values/digest.ts";
import { counted } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { confirmations, SETTABLE, SETTING } from "#text/phrases/confirmations.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** Tells a reader on GitHub first whether the plan still counts and what it waits for; empty on the command line. */
export function planStatus({ issue, request, approval, corrections }: Run): string {
  if (issue.number !== null && request === null && corrections.length > 0)
    return "This plan does not hold any more: another one is being made.";
  if (issue.number === null || request === null) return "";
  if (approval !== null) return approvedWords(approval);
  return request.reason === "base_already_green"
    ? "This plan cannot be approved; why stands at its end."
    : "Nothing is done before somebody approves this plan; how stands at its end.";
}

/** Says that somebody has commented since the plan that waits was made, and how to have it taken in; else empty. */
export function olderPlanNote(run: Run): string {
  const { request, approval, newerComment } = run;
  if (request === null || approval !== null || newerComment === null) return "";
  const { by, written, url } = newerComment;
  return (
    `**This plan is older than [a comment](${url}) by ${inline(by)}** of ${written}, and was not made from it. ` +
    `${code(shortCommand(run, "redirect <text>"))} has another plan made, from all that was said here until then; ` +
    "whoever approves this one approves it as it is."
  );
}

/** Names the approver; for an approval by policy, the policy and how to stop the run. */
function approvedWords({ by, policy }: NonNullable<Run["approval"]>): string {
  if (policy === undefined) return `Approved by ${inline(by)}.`;
  return (
    "Approved by policy, and by no person: it is small enough for `auto_approve` of the configuration. " +
    "`/loop stop` ends it."
  );
}

/** Says of a new plan for published work that the run continues on the same branch. */
export function continuationNote({ shown, progress }: Run): string {
  if (shown?.number == null || progress.before > 0) return "";
  const branch = `the branch of pull request #${shown.number}`;
  return `It goes on with ${branch}: what is there stays, and this plan comes on top.`;
}

/** Explains how to answer on GitHub; on the command line only the digest counts. */
export function howToAnswer(run: Run): string {
  const { request, plan, config, issue, approval } = run;
  if (request === null) return "";
  if (issue.number === null) return `Digest: ${code(request.digest)}`;
  const [approve, stop, redirect] = [
    shortCommand(run, "approve"),
    shortCommand(run, "stop"),
    shortCommand(run, "redirect"),
  ];
  if (approval !== null) {
    const approved = `${approvedWords(approval)} ${code(stop)} ends the run while it goes on.`;
    return `Digest: ${code(approval.digest)}\n\n${approved}`;
  }
  const hours = (plan?.limits ?? config.limits).approvalHours;
  const digest = `Digest: ${code(request.digest)}\n`;
  const again = request.reason === null ? [] : [`Asked again because ${REASON_WORDS[request.reason]}.\n`];
  if (request.reason === "base_already_green")
    return [
      ...again,
      digest,
      `This plan cannot be approved. Say with ${code(`${redirect} <text>`)} what else should be done, or end this ` +
        `run with ${code(stop)}.`,
    ].join("\n");
  return [
    ...again,
    digest,
    ...(plan === null ? [] : [`${code(approve)} confirms both:\n`, `${list(confirmations(plan))}\n`]),
    `Reply ${code(approve)} to start (write access, within ${counted(hours, "hour")}), or ${code(stop)} to end. ` +
      `\`/loop approve ${namingDigits(request.digest)}\` approves this text and no other; ${code(`${approve} step`)} ` +
      "pauses after each iteration.\n",
    `${code(`${approve} ${SETTING}`)} starts nothing: it changes the number and shows the plan again (${SETTABLE}).\n`,
    `For another plan: ${code(`${redirect} <what should be otherwise>`)}.`,
  ].join("\n");
}
