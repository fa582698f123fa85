/** Which issues of a repository are worth a look: those with an active run, those whose label nobody may have heard of, those that moved after the end of theirs, and now and then one whose run is old. */
import { LATELY, ON_ITS_WAY, ROUND } from "#core/looks.ts";
import { dueForSweep } from "#core/sweep.ts";
import { MINUTE } from "#core/took.ts";
import type { Api, Place } from "./api.ts";
import { lookAgain } from "./look-again.ts";
import { runsOf, STATE_REFS, stateRefsIn } from "./matching-refs.ts";

/** Milliseconds for which an issue that moved may have a label that nobody heard of, once its webhook has had its time. */
const RECENT = 60 * MINUTE;
const HOUR = 60 * MINUTE;

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
    const touched = (moved ?? []).filter((issue) => {
      const names = known.get(issue.number);
      if (names === undefined) return mayBeUnheard(issue, statusLabels, now);
      // One whose run is over may show something else than how it ended.
      return !names.has("current") && movedWithin(issue, now, LATELY);
    });
    return [...active, ...touched.map(({ number }) => number), ...oldIn(known, now)].sort((a, b) => a - b);
  };
}

/** Once an hour, in turn, an issue with a run that began longer ago than anything stays. */
function oldIn(known: Parameters<typeof runsOf>[0], now: number): readonly number[] {
  if (now % HOUR >= ROUND) return [];
  return dueForSweep(runsOf(known), now, 1).map(({ issue }) => issue);
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
