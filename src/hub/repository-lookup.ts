/** Reads the facts of a repository for one job: each is asked for once, so that all answers are of the same moment. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import {
  allRefs,
  issueRefs,
  type RefsByName,
  type RunRef,
  runIdsIn,
  runsOf,
} from "#adapters/github/runs/matching-refs.ts";
import { type RunStartFacts, readRunStartFacts } from "#adapters/github/runs/run-start-facts.ts";

/** All may throw `Failure`. */
export interface RepositoryLookup {
  readonly opening: () => Promise<RunStartFacts>;
  /** The commit of the issue's ref `current`; null where no run is active. */
  readonly current: () => Promise<string | null>;
  /** Id of the issue's last run; null where it never had one. */
  readonly last: () => Promise<string | null>;
  /** The commit of the repository's memory; null where there is none, undefined where it was not looked up. */
  readonly memory: () => Promise<string | null | undefined>;
  /** All runs of the repository. */
  readonly runs: () => Promise<readonly RunRef[]>;
  /** The same as they are now, whatever was asked for before: for what shows the work of this very job. */
  readonly runsNow: () => Promise<readonly RunRef[]>;
}

/**
 * Sends no request before one of its functions is called. `onConfig` gets the text of the configuration. `expected`: as
 * in `ControlOptions`.
 */
export function repositoryLookupOf(
  { defaultBranch: branch, ...place }: RepositoryLocation & { readonly defaultBranch: string; readonly issue: number },
  { api, expected }: { readonly api: Api; readonly expected: boolean },
  onConfig: (text: string) => void,
): RepositoryLookup {
  const all = once(() => allRefs(api, place));
  // An event that begins a run is checked against the quotas, which count all runs.
  const refs = once(
    async (): Promise<RefsByName> =>
      expected ? issueRefs(api, place) : ((await all()).issues.get(place.issue) ?? new Map()),
  );
  return {
    opening: once(async () => {
      const found = await readRunStartFacts(api, place, { branch, prefix: `loop/${place.issue}-` });
      if (found.config !== null) onConfig(found.config);
      return found;
    }),
    current: async () => (await refs()).get("current") ?? null,
    last: async () => runIdsIn(await refs()).at(-1) ?? null,
    runs: async () => runsOf((await all()).issues),
    runsNow: async () => runsOf((await allRefs(api, place)).issues),
    memory: async () => (expected ? undefined : (await all()).memory),
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask();
    return asked;
  };
}
