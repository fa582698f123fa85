/** A task of control: what a webhook, a poll or the end of a workflow run asks for, understood once, with its place. */
import * as z from "zod";
import { IssueEvent } from "#loop/control/context/issue-event.ts";
import { EndedWorkflowRun } from "#loop/control/reconcile/worker-ended.ts";
import { CertifiedHead } from "#loop/control/run/open-certified.ts";
import { certifiedHeadOf } from "./certified-event.ts";
import { CHECK_EVENTS, isCheckEvent, issueOfChecks } from "./check-events.ts";
import { endedWorkflowRunOf } from "./ended-run-event.ts";
import { HANDLED_EVENTS, issueEventOf } from "./issue-events.ts";
import { InstallationPayload, RepositoryPayload, webhookOriginOf } from "./webhook-origin.ts";

/** The event of a workflow run that ended. */
const WORKFLOW_RUN_COMPLETED = "workflow_run.completed";

/** The event of a check that has its conclusion, such as the certificate of a verified head. */
const CHECK_RUN_COMPLETED = "check_run.completed";

/** All webhooks that the bot handles, each with its action where it has one. */
export const BOT_EVENTS = [...HANDLED_EVENTS, WORKFLOW_RUN_COMPLETED, CHECK_RUN_COMPLETED, ...CHECK_EVENTS] as const;

/** The name of a webhook with its action, such as `issues.labeled`; some have none, such as `status`. */
export function webhookName(name: string, payload: object): string {
  const action: unknown = Reflect.get(payload, "action");
  return typeof action === "string" ? `${name}.${action}` : name;
}

/**
 * The kinds of a task: handle an event, handle the end of a workflow run, publish a head that is certified, look at the
 * checks of what the issue's run published, or look at the run as it is now.
 */
const Work = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), event: IssueEvent }),
  z.object({ kind: z.literal("ended"), ended: EndedWorkflowRun }),
  z.object({ kind: z.literal("certified"), certified: CertifiedHead }),
  z.object({ kind: z.literal("checks") }),
  z.object({ kind: z.literal("poll") }),
]);

/** It is stored in the queue as JSON, and read again with this schema. */
export const Task = z.object({
  repository: RepositoryPayload,
  installation: InstallationPayload,
  issue: z.int().positive(),
  work: Work,
});
export type Task = Readonly<z.infer<typeof Task>>;

/**
 * The task that a webhook asks for; null where it asks for none. `name`: the event's name with its action. Throws an
 * `Error` for a payload of another shape.
 */
export function taskOf(name: string, payload: object): Task | null {
  const asked = askedIn(name, payload);
  return asked && taskAt(payload, asked);
}

/** What was asked, with the place of the webhook. Throws an `Error` for a payload of another shape. */
export function taskAt(payload: object, asked: Pick<Task, "issue" | "work">): Task {
  const { repository, installation } = webhookOriginOf(payload);
  return { repository, installation, ...asked };
}

/** The queue's name of an issue: `owner/name#7`. */
export function issueKeyOf({ repository: { owner, name }, issue }: Pick<Task, "repository" | "issue">): string {
  return `${owner.login}/${name}#${issue}`;
}

/** What a webhook asks for, before its place is read; null where it asks for nothing. Throws as `taskOf`. */
export function askedIn(name: string, payload: object): Pick<Task, "issue" | "work"> | null {
  if (name === WORKFLOW_RUN_COMPLETED) {
    const found = endedWorkflowRunOf(payload);
    return found && { issue: found.issue, work: { kind: "ended", ended: found.ended } };
  }
  if (name === CHECK_RUN_COMPLETED) {
    const found = certifiedHeadOf(payload);
    return found && { issue: found.issue, work: { kind: "certified", certified: found.certified } };
  }
  if (isCheckEvent(name)) {
    const issue = issueOfChecks(name, payload);
    return issue === null ? null : { issue, work: { kind: "checks" } };
  }
  const found = issueEventOf(name, payload);
  return found && { issue: found.issue, work: { kind: "event", event: found.event } };
}
