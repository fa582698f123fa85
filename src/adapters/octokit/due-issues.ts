/** Which issues of a repository are worth a look: those with an active run, those whose label nobody may have heard of, those that moved after the end of theirs, and now and then one whose run is old. */
import { STAYS } from "#core/sweep.ts";
import { MINUTE } from "#core/took.ts";
import type { Api, Place } from "./api.ts";
import { lookAgain } from "./look-again.ts";
import { runsOf, STATE_REFS, stateRefsIn } from "./matching-refs.ts";

/** Milliseconds for which an issue that moved may have a label that nobody heard of, once its webhook has had its time. */
const RECENT = 3_600_000;
const ON_ITS_WAY = 60_000;

/** Milliseconds between two rounds of looks: with a lease of ten minutes, a lost worker is replaced after fifteen at the latest. */
export const ROUND = 5 * MINUTE;
const HOUR = 60 * MINUTE;

/** Milliseconds for which an issue that moved may show something else than how its run ended. */
const LATELY = 900_000;

type Issues = Awaited<ReturnType<Api["rest"]["issues"]["listForRepo"]>>["data"];
type RefList = Awaited<ReturnType<Api["rest"]["git"]["listMatchingRefs"]>>["data"];

/** Numbers of issues, the oldest first. Two requests, which count for nothing where nothing has changed. Throws `Failure("github")`. */
export type DueIssues = (api: Api, place: Place, now: number) => Promise<readonly number[]>;

/** Remembers what it saw for as long as it is held, which saves requests and nothing else. `statusLabels`: ours; an issue that bears one was heard. */
export function dueIssues(statusLabels: readonly string[]): DueIssues {
  const refs = lookAgain<RefList>();
  const issues = lookAgain<Issues>();
  return async (api, { owner, repo }, now) => {
    const name = `${owner}/${repo}`;
    const all = await refs(name, (headers) => api.rest.git.listMatchingRefs({ owner, repo, ref: STATE_REFS, headers }));
    const newest = { state: "all", sort: "updated", direction: "desc", per_page: 50 } as const;
    const moved = await issues(name, (headers) => api.rest.issues.listForRepo({ owner, repo, ...newest, headers }));
    const known = stateRefsIn(all ?? []);
    const active = [...known].flatMap(([issue, names]) => (names.has("current") ? [issue] : []));
    const labelled = (moved ?? [])
      .filter((issue) => !known.has(issue.number) && mayBeUnheard(issue, statusLabels, now))
      .map(({ number }) => number);
    const ended = (moved ?? [])
      .filter((issue) => known.get(issue.number)?.has("current") === false && movedWithin(issue, now, LATELY))
      .map(({ number }) => number);
    return [...active, ...labelled, ...ended, ...oldIn(known, now)].sort((a, b) => a - b);
  };
}

/** Once an hour, in turn, an issue with a run that began longer ago than anything stays. */
function oldIn(known: Parameters<typeof runsOf>[0], now: number): readonly number[] {
  if (now % HOUR >= ROUND) return [];
  const old = runsOf(known).filter(({ at, open }) => !open && now - at > STAYS);
  return old
    .slice(Math.floor(now / HOUR) % Math.max(1, old.length))
    .slice(0, 1)
    .map(({ issue }) => issue);
}

/** It is open, bears a label that is no status of ours, and moved lately. */
function mayBeUnheard(issue: Issues[number], statusLabels: readonly string[], now: number): boolean {
  const names = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const isHeard = names.some((name) => statusLabels.includes(name));
  const isOpen = issue.state === "open" && issue.pull_request === undefined;
  return isOpen && names.length > 0 && !isHeard && movedWithin(issue, now, RECENT);
}

/** It moved, and not only just now. */
function movedWithin({ updated_at }: Issues[number], now: number, ms: number): boolean {
  const moved = now - Date.parse(updated_at);
  return moved >= ON_ITS_WAY && moved < ms;
}
