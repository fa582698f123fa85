/** Writes how a plan stands and how to answer it: in a line before the first fold, and in full in a fold. */
import { shortCommand } from "#core/commands/command-hint.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { namingDigits } from "#core/values/digest.ts";
import { counted } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { confirmations, SETTABLE, SETTING } from "#text/phrases/confirmations.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/**
 * Says who approved a plan, that it does not count any more, or why it is asked about again; else empty, as on the
 * command line.
 */
export function planStatus(run: Run): string {
  const { issue, request, approval, corrections } = run;
  if (issue.number === null) return "";
  if (request === null)
    return corrections.length > 0 ? "This plan does not hold any more: another one is being made." : "";
  if (approval !== null) return `${approvedWords(approval)} ${code(shortCommand(run, "stop"))} ends it.`;
  if (request.reason === null || request.reason === "base_already_green") return "";
  return `Asked again, because ${REASON_WORDS[request.reason]}.`;
}

/** Says that somebody has commented since the plan that waits was made, and how to have it taken in; else empty. */
export function olderPlanNote(run: Run): string {
  const { request, approval, newerComment } = run;
  if (request === null || approval !== null || newerComment === null) return "";
  const { by, url } = newerComment;
  const redirect = code(shortCommand(run, "redirect <text>"));
  return `**Older than [a comment](${url}) by ${inline(by)}**: ${redirect} takes it in.`;
}

/** Names the approver; of an approval by policy, the policy. */
function approvedWords({ by, policy }: NonNullable<Run["approval"]>): string {
  if (policy === undefined) return `Approved by ${inline(by)}.`;
  return "Approved by policy, and by no person: it is small enough for `auto_approve` of the configuration.";
}

/** Says of a new plan for published work that the run continues on the same branch. */
export function continuationNote({ shown, progress }: Run): string {
  if (shown?.number == null || progress.before > 0) return "";
  return `It goes on from pull request #${shown.number}.`;
}

/** The line that says what to reply. Empty on the command line, and where nothing is asked. */
export function replyLine(run: Run): string {
  const { request, issue, approval } = run;
  if (request === null || issue.number === null || approval !== null) return "";
  const [approve, stop] = [code(shortCommand(run, "approve")), code(shortCommand(run, "stop"))];
  const redirect = code(shortCommand(run, "redirect <text>"));
  if (request.reason === "base_already_green")
    return (
      "**This plan cannot be approved:** all that it asks for holds already, so no work could be shown. " +
      `Reply ${redirect} with what else should be done, or ${stop}.`
    );
  return `**Reply** ${approve} to start, ${redirect} for another plan, ${stop} to end.`;
}

/** All ways to answer, for a fold: what an approval confirms, what may be changed. On the command line the digest. */
export function moreAnswers(run: Run): string {
  const { request, plan, issue, approval, newerComment } = run;
  if (request === null) return "";
  const digest = `Digest: ${code((approval ?? request).digest)}`;
  if (issue.number === null || approval !== null || request.reason === "base_already_green") return digest;
  const [approve, redirect] = [shortCommand(run, "approve"), shortCommand(run, "redirect <text>")];
  const hours = limitsOf(run).approvalHours;
  return [
    ...(plan === null ? [] : [`${code(approve)} confirms both:`, list(confirmations(plan))]),
    list([
      `Nothing is done before somebody with write access approves this plan, within ${counted(hours, "hour")}`,
      `\`/loop approve ${namingDigits(request.digest)}\` approves this text and no other`,
      `${code(`${approve} step`)} pauses after each iteration`,
      `${code(`${approve} ${SETTING}`)} starts nothing: it changes the number and shows the plan again (${SETTABLE})`,
      `${code(redirect)} has another plan made, from all that was said here until then`,
      ...(newerComment === null
        ? []
        : [`The comment is of ${newerComment.written}; whoever approves this plan approves it as it is`]),
    ]),
    digest,
  ].join("\n\n");
}
