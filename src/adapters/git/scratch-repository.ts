/** A repository of ours beside a user's one: it reads the objects of that one, and keeps what is written to itself. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gitAt } from "#adapters/git/objects/git-command.ts";
import { listings } from "#adapters/git/objects/listing.ts";
import { tempFolders } from "#adapters/git/working-copy/folders.ts";
import { type Leaf, writeTree } from "#adapters/git/working-copy/write-tree.ts";
import type { FileEdit } from "#core/backtest/half.ts";

/** `gitDir`: absolute. `dispose` removes it with all that was written; idempotent. */
export interface ScratchRepository {
  readonly gitDir: string;
  /** The tree with these files changed; a new file is not executable. Throws `Failure("git")`. */
  readonly edited: (tree: string, edits: readonly FileEdit[]) => Promise<string>;
  readonly dispose: () => Promise<void>;
}

/**
 * Makes one below `temp` over the repository at `gitDir`, to which nothing is written. Throws errors of the file
 * system.
 */
export async function scratchRepository(gitDir: string, temp: string): Promise<ScratchRepository> {
  const folders = tempFolders(temp);
  const own = await folders.create("scratch");
  await mkdir(join(own, "refs"));
  await mkdir(join(own, "objects", "info"), { recursive: true });
  await writeFile(join(own, "HEAD"), "ref: refs/heads/none\n");
  await writeFile(join(own, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  await writeFile(join(own, "objects", "info", "alternates"), `${join(gitDir, "objects")}\n`);
  const git = gitAt(own, await folders.create("empty"));
  const listing = listings(git);
  const leafOf = async (tree: string, { path, text }: FileEdit): Promise<Leaf> => {
    const mode = (await listing(tree)).files.get(path)?.mode ?? "100644";
    if (text === null) return { path, mode, sha: null };
    const { stdout } = await git(["hash-object", "-w", "--no-filters", "--stdin"], { input: text });
    return { path, mode, sha: stdout.toString("latin1").trim() };
  };
  return {
    gitDir: own,
    edited: async (tree, edits) =>
      writeTree(git, folders, tree, await Promise.all(edits.map((edit) => leafOf(tree, edit)))),
    dispose: () => folders.dispose(),
  };
}
