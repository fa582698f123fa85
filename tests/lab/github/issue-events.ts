/** What happened to issues, as GitHub lists it: the emulator keeps no events. */

import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { pageOf } from "./rules/limits.ts";

export const EVENT_ROUTES: readonly Route[] = [onRepository("GET", "/issues/{number}/events", list)];

/** Keeps what happened to issues. */
export function remember(happenings: readonly Happening[], repository: RepositoryOptions, { events }: Pick<Lab, "events">): void {
  for (const { event, payload } of happenings) {
    const { action, issue, sender, label, assignee } = payload;
    if (event !== "issues") continue;
    const on = `${fullName(repository)}#${Object(issue).number}`;
    events.push({ on, event: String(action), actor: sender, label, assignee, at: new Date().toISOString() });
  }
}

async function list({ ask: { repository, query }, lab, parameter }: Call): Promise<Answer | null> {
  if (repository === null) return null;
  const found = lab.events.filter(({ on }) => on === `${fullName(repository)}#${parameter("number")}`);
  const body = found.map(({ event, actor, label, assignee, at }, index) => ({
    id: index + 1,
    node_id: `IE_${index + 1}`,
    url: `${lab.url}/repos/${fullName(repository)}/issues/events/${index + 1}`,
    event,
    actor,
    commit_id: null,
    commit_url: null,
    created_at: at,
    performed_via_github_app: null,
    ...(label !== undefined && { label }),
    ...(assignee !== undefined && { assignee, assigner: actor }),
  }));
  return { status: 200, body: pageOf(query, body) };
}
