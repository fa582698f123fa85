/** What GitHub tells when an issue or pull request changed: told by comparing it before and after. */
import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { type Issue, issueOf, pullOf } from "./thing.ts";

/** `before` is null for a new one. */
export async function issueChanges(
  lab: Lab,
  repository: RepositoryOptions,
  number: number,
  before: Issue | null,
): Promise<readonly Happening[]> {
  const after = await issueOf(lab, repository, number);
  if (after === null) return [];
  const subject = after.pull_request === undefined ? { issue: after } : { number, pull_request: await pullOf(lab, repository, number) };
  const event = after.pull_request === undefined ? "issues" : "pull_request";
  return actionsOf(before, after).map((payload) => ({ event, payload: { ...payload, ...subject } }));
}

function actionsOf(before: Issue | null, after: Issue): readonly Readonly<Record<string, unknown>>[] {
  const had = before?.labels ?? [];
  const added = after.labels.filter(({ id }) => !had.some((label) => label.id === id));
  const gone = had.filter(({ id }) => !after.labels.some((label) => label.id === id));
  const assigned = after.assignees.filter(({ login }) => !(before?.assignees ?? []).some((one) => one.login === login));
  return [
    ...(before === null ? [{ action: "opened" }] : textActions(before, after)),
    ...(before !== null && before.state !== after.state ? [{ action: after.state === "closed" ? "closed" : "reopened" }] : []),
    ...gone.map((label) => ({ action: "unlabeled", label })),
    ...added.map((label) => ({ action: "labeled", label })),
    ...assigned.map((assignee) => ({ action: "assigned", assignee })),
  ];
}

function textActions(before: Issue, after: Issue): readonly Readonly<Record<string, unknown>>[] {
  const keys = (["title", "body"] as const).filter((key) => before[key] !== after[key]);
  return keys.length === 0
    ? []
    : [{ action: "edited", changes: Object.fromEntries(keys.map((key) => [key, { from: before[key] ?? "" }])) }];
}
