/** How a plan stands, and how to answer it: the first and the last words of the plan comment. */
import type { Run } from "#core/run.ts";
import { many } from "./format.ts";
import { code, inline } from "./quote.ts";
import { REASON_WORDS } from "./words.ts";

/** What a reader of GitHub must know before anything else. */
export function standing({ issue, request, approval }: Run): string {
  if (issue.number === null || request === null) return "";
  if (approval !== null) return `Approved by ${inline(approval.by)}.`;
  return request.reason === "base_already_green"
    ? "This plan cannot be approved; why stands at its end."
    : "Nothing is done before somebody approves this plan; how stands at its end.";
}

/** How to answer on GitHub; on the command line it is the digest alone that counts. */
export function answers({ request, plan, config, issue, approval }: Run): string {
  if (request === null) return "";
  if (issue.number === null) return `Digest: ${code(request.digest)}`;
  const [approve, stop] = config.commands.bare ? ["/approve", "/stop"] : ["/loop approve", "/loop stop"];
  if (approval !== null)
    return `Digest: ${code(approval.digest)}\n\nApproved by ${inline(approval.by)}. ${code(stop)} ends the run while it goes on.`;
  const hours = (plan?.limits ?? config.limits).approvalHours;
  const digest = `Digest: ${code(request.digest)}\n`;
  const again = request.reason === null ? [] : [`Asked again because ${REASON_WORDS[request.reason]}.\n`];
  if (request.reason === "base_already_green")
    return [
      ...again,
      digest,
      `This plan cannot be approved. Change the issue, end this run with ${code(stop)}, and set the label again.`,
    ].join("\n");
  return [
    ...again,
    digest,
    `Reply ${code(approve)} to start (write access, within ${many(hours, "hour")}), or ${code(stop)} to end. \`/loop approve ${request.digest.slice(0, 12)}\` approves this text and no other.\n`,
    "For another plan: edit the issue, stop this run, and set the label again.",
  ].join("\n");
}
