/** Reads the name of a repository on GitHub from the command line. */
import { Misuse } from "./exit.ts";

/**
 * Reads owner and name. Throws `Misuse` for anything else, in the words of `takes` ("--live takes the scratch
 * repository"), because a misspelt name could be another repository.
 */
export function repositoryNamed(given: string, takes: string): { readonly owner: string; readonly repo: string } {
  const [, owner, repo] = /^([A-Za-z0-9][A-Za-z0-9-]*)\/([A-Za-z0-9._-]+)$/.exec(given) ?? [];
  if (owner === undefined || repo === undefined)
    throw new Misuse(`${takes} as <owner>/<name>, not ${JSON.stringify(given)}`);
  return { owner, repo };
}
