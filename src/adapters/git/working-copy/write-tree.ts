/** Writes blobs and trees with a private index: four git processes at most, however many files changed. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { objectId } from "#adapters/git/objects/git-command.ts";
import type { Git } from "#adapters/git/objects/run-git.ts";
import { Failure } from "#ports/failure.ts";
import type { CheckedContent } from "./contents.ts";
import type { TempFolders } from "./folders.ts";

/** A path of the new tree; `sha: null` removes it. */
export interface Leaf {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** Stores contents as blobs, unfiltered. Throws `Failure("git")`, also when git computes another id than we did. */
export async function writeBlobs(git: Git, folders: TempFolders, contents: readonly CheckedContent[]): Promise<void> {
  if (contents.length === 0) return;
  const folder = await folders.create("blobs");
  const paths = contents.map((_, index) => join(folder, `${index}`));
  for (const [index, { bytes }] of contents.entries()) await writeFile(join(folder, `${index}`), bytes);
  const { stdout } = await git(["hash-object", "-w", "--no-filters", "--stdin-paths"], {
    input: paths.map((path) => `${path}\n`).join(""),
  });
  await rm(folder, { recursive: true, force: true });
  const ids = stdout.toString("latin1").trimEnd().split("\n");
  if (ids.join() !== contents.map(({ sha }) => sha).join()) {
    throw new Failure("git", "git hash-object gave other ids than the contents have; is this a SHA-256 repository?", {
      retryable: false,
    });
  }
}

/**
 * The tree `base` with some paths set or removed, through an index of our own. Throws `Failure("git")`. Same input,
 * same id.
 */
export async function writeTree(
  git: Git,
  folders: TempFolders,
  base: string,
  leaves: readonly Leaf[],
): Promise<string> {
  const folder = await folders.create("index");
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  await git(["read-tree", objectId(base)], { env });
  // git removes by itself a folder that a file replaces, or a file that a folder replaces.
  const input = leaves
    .map(({ path, mode, sha }) => (sha === null ? `0 ${ZEROS}\t${path}\0` : `${mode} ${sha}\t${path}\0`))
    .join("");
  await git(["update-index", "-z", "--index-info"], { env, input });
  const { stdout } = await git(["write-tree"], { env });
  await rm(folder, { recursive: true, force: true });
  return stdout.toString("latin1").trim();
}

const ZEROS = "0".repeat(40);
