/** A repository of ours beside a user's one: it reads the objects of that one, and keeps what is written to itself. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolders } from "#adapters/git/working-copy/folders.ts";

/** `gitDir`: absolute. `dispose` removes it with all that was written; idempotent. */
export interface ScratchRepository {
  readonly gitDir: string;
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
  return { gitDir: own, dispose: () => folders.dispose() };
}
