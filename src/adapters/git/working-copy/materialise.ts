/** Writes the files of a tree into a new folder, byte for byte: no filter, no hook, no checkout. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "#adapters/git/command/run-git.ts";
import { readBlobs } from "#adapters/git/objects/blobs.ts";
import type { Listing, TreeFile } from "#adapters/git/objects/listing.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";

/** Files that are open at the same time. */
const ABREAST = 64;

/**
 * Writes a listing into an empty folder. Links come last and nothing is overwritten, so that no write can go through a
 * link. Throws `Failure("git")`.
 */
export async function materialise(git: Git, listing: Listing, folder: string): Promise<void> {
  const all = [...listing.files.values()];
  const folders = new Set(all.flatMap(({ path }) => foldersOf(path)));
  for (const name of [...folders].sort()) await laid(name, () => mkdir(join(folder, name)));
  const links = all.filter(({ mode }) => mode === "120000");
  for await (const round of readBlobs(git, [...all.filter(({ mode }) => mode !== "120000"), ...links])) {
    for (let from = 0; from < round.length; from += ABREAST) {
      await Promise.all(round.slice(from, from + ABREAST).map(([file, content]) => place(folder, file, content)));
    }
  }
}

async function place(folder: string, { path, mode }: TreeFile, content: Buffer): Promise<void> {
  const to = join(folder, path);
  await laid(path, () =>
    mode === "120000"
      ? symlink(content, to)
      : writeFile(to, content, { flag: "wx", mode: mode === "100755" ? 0o755 : 0o644 }),
  );
}

/** Characters of a path that are shown of it. */
const SHOWN = 200;

/** Whoever made a tree chose its names: what the system says of one is no fault of the program. */
async function laid(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    const at = JSON.stringify(path.slice(0, SHOWN));
    const why = `the tree cannot be written to this disk: ${String(cause.code)} at ${at}`;
    throw new Failure("git", why, { retryable: false, cause });
  }
}
