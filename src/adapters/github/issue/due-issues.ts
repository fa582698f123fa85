/**
 * Selects the issues of a repository that the bot must poll: those with an active run, those where a run was asked for
 * and the webhook may be lost, those that changed after the end of their run, and now and then one with an old run.
 */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { runsOf, STATE_REFS, stateRefsIn } from "#adapters/github/runs/matching-refs.ts";
import {
  CATCH_UP_WINDOW,
  CHECKS_WINDOW,
  POLL_AFTER_END,
  POLL_FOR_CHECKS,
  WEBHOOK_GRACE,
} from "#core/config/poll-intervals.ts";
import { dueForCleanup } from "#core/outcome/retention.ts";
import { MINUTE } from "#core/values/time.ts";
import { sinceParameterOf } from "./since-parameter.ts";
import { startComments } from "./start-comments.ts";

/** Milliseconds for which a start may be due whose webhook was lost, after the webhook's usual delay. */
const RECENT = 60 * MINUTE;
const HOUR = 60 * MINUTE;
const PAGE = 100;
/** Pages that the first poll of a repository reads at most: it goes further back, as no bot may have been running. */
const PAGES = 3;
const NEWEST = { state: "all", sort: "updated", direction: "desc" } as const;

type Issues = Awaited<ReturnType<Api["rest"]["issues"]["listForRepo"]>>["data"];
type RefList = Awaited<ReturnType<Api["rest"]["git"]["listMatchingRefs"]>>["data"];

/** What is read of a changed issue. `at`: when, in milliseconds. */
interface Moved {
  readonly number: number;
  readonly at: number;
  readonly mayBeUnhandled: boolean;
}

/**
 * Numbers of issues, the oldest first. Three conditional requests; five at most at the first poll, which goes further
 * back. Throws `Failure("github")`.
 */
export type DueIssues = (api: Api, now: number) => Promise<readonly number[]>;

/**
 * The due issues of one repository. Remembers its last answers as long as it lives. `statusLabels`: ours; an issue with
 * one was handled.
 */
export function dueIssues({ owner, repo }: RepositoryLocation, statusLabels: readonly string[]): DueIssues {
  const movedIn = (found: Issues): readonly Moved[] =>
    found.map((issue) => ({
      number: issue.number,
      at: Date.parse(issue.updated_at),
      mayBeUnhandled: mayBeUnhandled(issue, statusLabels),
    }));
  const refs = conditionalGet((found: RefList) => stateRefsIn(found));
  const comments = startComments({ owner, repo });
  const issues = conditionalGet(movedIn);
  let last: number | null = null;
  return async (api, now) => {
    const found = await refs("refs", (headers) =>
      api.rest.git.listMatchingRefs({ owner, repo, ref: STATE_REFS, headers }),
    );
    const said = await comments(api);
    const moved =
      last !== null
        ? await issues("issues", (headers) =>
            api.rest.issues.listForRepo({ owner, repo, ...NEWEST, per_page: 50, headers }),
          )
        : movedIn(await movedSince(api, { owner, repo }, now - CATCH_UP_WINDOW));
    const back = last !== null ? now - last + WEBHOOK_GRACE : CATCH_UP_WINDOW;
    const afterEnd = isNext(POLL_FOR_CHECKS, last, now) ? CHECKS_WINDOW : POLL_AFTER_END;
    const [unhandled, lately] = [Math.max(RECENT, back), Math.max(afterEnd, back)];
    const runs = found ?? stateRefsIn([]);
    const active = [...runs].flatMap(([issue, names]) => (names.has("current") ? [issue] : []));
    const asked = said.filter((comment) => !runs.has(comment.issue) && movedWithin(comment, now, unhandled));
    const touched = (moved ?? []).filter((issue) => {
      const names = runs.get(issue.number);
      if (names === undefined) return issue.mayBeUnhandled && movedWithin(issue, now, unhandled);
      // A person may have commented on an issue whose run is over, its labels may not show how it ended, or the checks
      // of its pull request may be waited for.
      return !names.has("current") && movedWithin(issue, now, lately);
    });
    const due = new Set([
      ...active,
      ...touched.map(({ number }) => number),
      ...asked.map(({ issue }) => issue),
      ...(isNext(HOUR, last, now) ? oldIn(runs, now) : []),
    ]);
    last = now;
    return [...due].sort((a, b) => a - b);
  };
}

/** The issues that changed since then, the newest first, as far as they are read. */
async function movedSince(api: Api, { owner, repo }: RepositoryLocation, since: number): Promise<Issues> {
  const at = { owner, repo, ...NEWEST, since: sinceParameterOf(since), per_page: PAGE };
  const found: Issues = [];
  for (let page = 1; page <= PAGES && found.length === (page - 1) * PAGE; page += 1) {
    const answer = await askGitHubOrNull(() => api.rest.issues.listForRepo({ ...at, page }));
    found.push(...(answer?.data ?? []));
  }
  return found;
}

/** True once in so many milliseconds, whenever the bot polls: a poll may take longer than the first minutes do. */
function isNext(every: number, last: number | null, now: number): boolean {
  return last !== null && Math.floor(now / every) > Math.floor(last / every);
}

/** In turn, an issue with a run that is old enough for cleanup. */
function oldIn(known: Parameters<typeof runsOf>[0], now: number): readonly number[] {
  return dueForCleanup(runsOf(known), now, 1).map(({ issue }) => issue);
}

/** True for an open issue with labels, or assigned to a bot, that has no status label of ours. */
function mayBeUnhandled(issue: Issues[number], statusLabels: readonly string[]): boolean {
  const names = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const isHandled = names.some((name) => statusLabels.includes(name));
  const isOpen = issue.state === "open" && issue.pull_request === undefined;
  return isOpen && !isHandled && (names.length > 0 || issue.assignees?.some(({ type }) => type === "Bot") === true);
}

/** True for what changed within `ms`, but not only just now. */
function movedWithin({ at }: Pick<Moved, "at">, now: number, ms: number): boolean {
  const moved = now - at;
  return moved >= WEBHOOK_GRACE && moved < ms;
}
