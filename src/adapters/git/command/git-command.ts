/** Asks git about one repository by name, with the settings of nobody but ours. */
import { type Place, SETTINGS } from "./git-call.ts";
import { type Git, type GitProcess, gitIn, startGitIn } from "./run-git.ts";

/** No setting of the machine or the person. */
const NOBODYS = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/**
 * Git over the repository at `gitDir`, run in `folder`, which must be an empty folder of ours: git reads a
 * `.gitattributes` of the folder that it runs in. The repository is named and not discovered, so its owner does not
 * matter.
 */
export function gitAt(gitDir: string, folder: string): Git {
  return gitIn(placeOf(gitDir, folder));
}

/** The same, as a process that answers many questions. */
export function startGitAt(gitDir: string, folder: string, args: readonly string[]): GitProcess {
  return startGitIn(placeOf(gitDir, folder), args);
}

function placeOf(gitDir: string, folder: string): Place {
  return { folder, settings: SETTINGS, env: NOBODYS, words: ["--git-dir", gitDir] };
}

/** The id itself, when it is one; no other text from data may be an argument of git. */
export function objectId(id: string): string {
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id))
    throw new Error(`bug: ${JSON.stringify(id.slice(0, 100))} is not the id of a git object`);
  return id;
}
