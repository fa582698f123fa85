/** Turns webhooks about checks of a commit into the issue whose run showed that commit; null for all others. Pure. */
import * as z from "zod";
import { parsePayload } from "./payload.ts";
import { issueOfBranch } from "./pull-request-events.ts";

/**
 * The webhooks by which GitHub tells that checks of a commit ended: all check runs of an App, and a commit status,
 * which has no action (https://docs.github.com/webhooks/webhook-events-and-payloads).
 */
export const CHECK_EVENTS = ["check_suite.completed", "status"] as const;

/**
 * `head_branch` is null where the commit is on none; `pull_requests`: those that show the commit, none where it is not
 * shown yet, as when the job `publish` certifies it.
 */
const Suite = z.object({
  check_suite: z.object({ head_branch: z.string().nullable(), pull_requests: z.array(z.unknown()).default([]) }),
});
/** The branches whose head the commit is, at most ten. */
const Status = z.object({ state: z.string(), branches: z.array(z.object({ name: z.string() })) });

/** True for one of these webhooks. */
export function isCheckEvent(name: string): boolean {
  return CHECK_EVENTS.some((one) => one === name);
}

/**
 * The issue that the name of the branch says; the journal of its run decides what the checks are about. Null for a
 * branch that is none of ours or has no pull request, and for a status that only begins. Throws an `Error` for a
 * payload of another shape.
 */
export function issueOfChecks(name: string, payload: object): number | null {
  if (name !== "status") {
    const { head_branch: branch, pull_requests: shown } = parsePayload(Suite, payload).check_suite;
    return shown.length === 0 ? null : issueOfBranch(branch ?? "");
  }
  const { state, branches } = parsePayload(Status, payload);
  if (state === "pending") return null;
  return branches.map((branch) => issueOfBranch(branch.name)).find((issue) => issue !== null) ?? null;
}
