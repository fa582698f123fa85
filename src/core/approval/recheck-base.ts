/**
 * Compares the base of a run with the default branch itself, because a job that wrote the journal may have changed it
 * there (.github/decisions/0044).
 */
import type { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import { canonicalJson } from "#core/values/digest.ts";

/** The commit that a run names as its base, as GitHub has it. */
export interface BaseCommit {
  /** Name of the default branch. */
  readonly branch: string;
  /** The default branch has this commit in its history. */
  readonly inHistory: boolean;
  /** The commit's tree; null where there is no such commit. */
  readonly tree: string | null;
  /** The configuration in it; null where it cannot be read. */
  readonly config: Config | null;
}

/** The advice for each of these objections. */
const ANEW = "set the label again for a new run";

/**
 * What the run records about its base and its configuration and GitHub shows otherwise; empty where all of it agrees.
 */
export function doubtsAboutBase({ base, config }: Pick<Run, "base" | "config">, ground: BaseCommit): readonly string[] {
  if (!ground.inHistory || ground.tree === null)
    return [`the base commit of the run is not in the history of ${ground.branch}; ${ANEW}`];
  return [
    ...(base.branch === ground.branch && base.tree === ground.tree
      ? []
      : [`the base of the run is not what ${ground.branch} holds; ${ANEW}`]),
    ...(isSame(config, ground.config)
      ? []
      : [`the configuration of the run is not the one at its base commit; ${ANEW}`]),
  ];
}

function isSame(config: Config, there: Config | null): boolean {
  return there !== null && canonicalJson(config) === canonicalJson(there);
}
