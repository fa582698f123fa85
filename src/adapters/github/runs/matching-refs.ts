/** Lists refs by the beginning of their names: the branches of an issue, and its runs, over or not. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { type IssueLocation, isRunId } from "#adapters/github/ref-journal/ref-names.ts";
import type { Service } from "#ports/failure.ts";

/** Refs by the rest of their names after the common beginning, each with the object that it points at. */
export type RefsByName = ReadonlyMap<string, string>;

type RefList = readonly { readonly ref: string; readonly object: { readonly sha: string } }[];

/** All refs that begin with `refs/` and `start`. One request; GitHub gives them all at once. */
async function refsFrom(
  api: Api,
  { owner, repo }: RepositoryLocation,
  start: string,
  service: Service,
): Promise<RefsByName> {
  const { data } = await askGitHub(() => api.rest.git.listMatchingRefs({ owner, repo, ref: start }), { service });
  return namedFrom(data, start);
}

function namedFrom(found: RefList, start: string): RefsByName {
  const whole = `refs/${start}`;
  return new Map(
    found.filter(({ ref }) => ref.startsWith(whole)).map(({ ref, object }) => [ref.slice(whole.length), object.sha]),
  );
}

/** Names of the branches that begin so. One request. Throws `Failure("github")`. */
export async function branchesFrom(api: Api, place: RepositoryLocation, prefix: string): Promise<readonly string[]> {
  const found = await refsFrom(api, place, `heads/${prefix}`, "github");
  return [...found.keys()].map((rest) => `${prefix}${rest}`);
}

/**
 * The refs of an issue: `current` while a run is active, and one for each run. One request. Throws
 * `Failure("journal")`.
 */
export function issueRefs(api: Api, place: IssueLocation): Promise<RefsByName> {
  return refsFrom(api, place, `loopwright/issue-${place.issue}/`, "journal");
}

/** A run of the repository, by its issue. `open`: it is active. */
export interface RunRef {
  readonly issue: number;
  readonly runId: string;
  /** The commit that its ref points at. */
  readonly head: string;
  /** When it began, in milliseconds; 0 for an id without a time. */
  readonly at: number;
  readonly open: boolean;
}

/** The beginning of all state refs' names. */
export const STATE_REFS = "loopwright/issue-";

/**
 * Everything that we store in a repository: the refs of its issues by their numbers, and the target of its memory ref;
 * null where there is none.
 */
export interface StoredRefs {
  readonly issues: ReadonlyMap<number, RefsByName>;
  readonly memory: string | null;
}

/** One request. Throws `Failure("journal")`. */
export async function allRefs(api: Api, place: RepositoryLocation): Promise<StoredRefs> {
  const found = await refsFrom(api, place, "loopwright/", "journal");
  const ofIssues = [...found].flatMap(([name, sha]) =>
    name.startsWith("issue-") ? [[name.slice("issue-".length), sha] as const] : [],
  );
  return { issues: refsByIssue(new Map(ofIssues)), memory: found.get("memory") ?? null };
}

/** State refs as GitHub lists them, by their issues. Pure. */
export function stateRefsIn(found: RefList): ReadonlyMap<number, RefsByName> {
  return refsByIssue(namedFrom(found, STATE_REFS));
}

function refsByIssue(all: RefsByName): ReadonlyMap<number, RefsByName> {
  const found = new Map<number, Map<string, string>>();
  for (const [name, sha] of all) {
    const [, issue, rest = ""] = /^([1-9]\d{0,9})\/(.+)$/.exec(name) ?? [];
    if (issue === undefined) continue;
    const refs = found.get(Number(issue)) ?? new Map<string, string>();
    found.set(Number(issue), refs.set(rest, sha));
  }
  return found;
}

/** All runs of a repository. Pure. */
export function runsOf(all: ReadonlyMap<number, RefsByName>): readonly RunRef[] {
  return [...all].flatMap(([issue, refs]) =>
    runIdsIn(refs).map((runId) => {
      const head = refs.get(runId) ?? "";
      return { issue, runId, head, at: timeOf(runId), open: head === refs.get("current") };
    }),
  );
}

function timeOf(runId: string): number {
  const at = startOf(runId).replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  return Date.parse(at) || 0;
}

/** Ids of all runs of an issue, the oldest first: an id ends with the time of its start. Pure. */
export function runIdsIn(refs: RefsByName): readonly string[] {
  return [...refs.keys()].filter(isRunId).sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

/** `20261120-141500` */
function startOf(runId: string): string {
  return runId.slice(-15);
}
