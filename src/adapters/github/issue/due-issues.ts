/** Which issues of a repository are worth a look: those with an active run, those whose label nobody may have heard of, those that moved after the end of theirs, and now and then one whose run is old. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { runsOf, STATE_REFS, stateRefsIn } from "#adapters/github/runs/matching-refs.ts";
import { CATCH_UP_WINDOW, POLL_AFTER_END, WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { dueForCleanup } from "#core/outcome/retention.ts";
import { MINUTE } from "#core/values/time.ts";
import { sinceParameterOf } from "./comments.ts";

/** Milliseconds for which an issue that moved may have a label that nobody heard of, once its webhook has had its time. */
const RECENT = 60 * MINUTE;
const HOUR = 60 * MINUTE;
const PAGE = 100;
/** Pages that the first look at a repository reads at most: it goes further back, for nobody may have listened. */
const PAGES = 3;
const NEWEST = { state: "all", sort: "updated", direction: "desc" } as const;

type Issues = Awaited<ReturnType<Api["rest"]["issues"]["listForRepo"]>>["data"];
type RefList = Awaited<ReturnType<Api["rest"]["git"]["listMatchingRefs"]>>["data"];

/** What is read of an issue that moved. `at`: when, in milliseconds. */
interface Moved {
  readonly number: number;
  readonly at: number;
  readonly mayBeUnheard: boolean;
}

/**
 * Numbers of issues, the oldest first. Two requests, which count for nothing where nothing has changed; four at most at the first look, which
 * goes further back. Throws `Failure("github")`.
 */
export type DueIssues = (api: Api, now: number) => Promise<readonly number[]>;

/** Of one repository. Remembers what it saw for as long as it is held. `statusLabels`: ours; an issue that bears one was heard. */
export function dueIssues({ owner, repo }: RepositoryLocation, statusLabels: readonly string[]): DueIssues {
  const movedIn = (found: Issues): readonly Moved[] =>
    found.map((issue) => ({
      number: issue.number,
      at: Date.parse(issue.updated_at),
      mayBeUnheard: mayBeUnheard(issue, statusLabels),
    }));
  const refs = conditionalGet((found: RefList) => stateRefsIn(found));
  const issues = conditionalGet(movedIn);
  let last: number | null = null;
  return async (api, now) => {
    const found = await refs("refs", (headers) => api.rest.git.listMatchingRefs({ owner, repo, ref: STATE_REFS, headers }));
    const moved =
      last !== null
        ? await issues("issues", (headers) => api.rest.issues.listForRepo({ owner, repo, ...NEWEST, per_page: 50, headers }))
        : movedIn(await movedSince(api, { owner, repo }, now - CATCH_UP_WINDOW));
    const back = last !== null ? now - last + WEBHOOK_GRACE : CATCH_UP_WINDOW;
    const [unhandled, lately] = [Math.max(RECENT, back), Math.max(POLL_AFTER_END, back)];
    const runs = found ?? stateRefsIn([]);
    const active = [...runs].flatMap(([issue, names]) => (names.has("current") ? [issue] : []));
    const touched = (moved ?? []).filter((issue) => {
      const names = runs.get(issue.number);
      if (names === undefined) return issue.mayBeUnheard && movedWithin(issue, now, unhandled);
      // Somebody may have spoken to one whose run is over, or it shows something else than how it ended.
      return !names.has("current") && movedWithin(issue, now, lately);
    });
    const due = new Set([...active, ...touched.map(({ number }) => number), ...(isNextHour(last, now) ? oldIn(runs, now) : [])]);
    last = now;
    return [...due].sort((a, b) => a - b);
  };
}

/** The issues that moved since then, the newest first, as far as they are looked at. */
async function movedSince(api: Api, { owner, repo }: RepositoryLocation, since: number): Promise<Issues> {
  const at = { owner, repo, ...NEWEST, since: sinceParameterOf(since), per_page: PAGE };
  const found: Issues = [];
  for (let page = 1; page <= PAGES && found.length === (page - 1) * PAGE; page += 1) {
    const answer = await askGitHubOrNull(() => api.rest.issues.listForRepo({ ...at, page }));
    found.push(...(answer?.data ?? []));
  }
  return found;
}

/** Rounds may be longer than an hour's first minutes: that somebody looked in them says nothing. */
function isNextHour(last: number | null, now: number): boolean {
  return last !== null && Math.floor(now / HOUR) > Math.floor(last / HOUR);
}

/** In turn, an issue with a run that began longer ago than anything stays. */
function oldIn(known: Parameters<typeof runsOf>[0], now: number): readonly number[] {
  return dueForCleanup(runsOf(known), now, 1).map(({ issue }) => issue);
}

/** It is open and bears a label that is no status of ours. */
function mayBeUnheard(issue: Issues[number], statusLabels: readonly string[]): boolean {
  const names = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const isHeard = names.some((name) => statusLabels.includes(name));
  const isOpen = issue.state === "open" && issue.pull_request === undefined;
  return isOpen && names.length > 0 && !isHeard;
}

/** It moved, and not only just now. */
function movedWithin({ at }: Moved, now: number, ms: number): boolean {
  const moved = now - at;
  return moved >= WEBHOOK_GRACE && moved < ms;
}
