/**
 * Reads tree objects, and writes them as git takes them (https://git-scm.com/docs/git-mktree). A name may be of any
 * bytes: each of its characters stands for one.
 */
import { Failure } from "#ports/failure.ts";

/** An entry of one folder. `mode`: as git writes it, such as `100644`, or `40000` for a folder. */
export interface TreeEntry {
  readonly mode: string;
  readonly sha: string;
}

/** The entries of one folder by their names. */
export type TreeEntries = ReadonlyMap<string, TreeEntry>;

/** The mode of a folder. */
export const FOLDER = "40000";
const SUBMODULE = "160000";

const ID_BYTES = 20;

/**
 * The entries in the bytes of a tree object: mode, blank, name, NUL and id of each. Throws `Failure("git")` for bytes
 * that are none. Pure.
 */
export function entriesIn(bytes: Buffer): TreeEntries {
  const entries = new Map<string, TreeEntry>();
  for (let from = 0; from < bytes.length; ) {
    const [blank, nul] = [bytes.indexOf(" ", from), bytes.indexOf(0, from)];
    const to = nul + 1 + ID_BYTES;
    if (blank === -1 || nul < blank || to > bytes.length)
      throw new Failure("git", "a tree of the repository is damaged: its last entry is not whole", {
        retryable: false,
      });
    const [mode, name] = [bytes.toString("latin1", from, blank), bytes.toString("latin1", blank + 1, nul)];
    entries.set(name, { mode, sha: bytes.toString("hex", nul + 1, to) });
    from = to;
  }
  return entries;
}

/** The entries as `git mktree -z --batch` reads one tree, with its end. Pure. */
export function treeInput(entries: TreeEntries): Buffer {
  const lines = [...entries].map(([name, { mode, sha }]) => `${mode} ${kindOf(mode)} ${sha}\t${name}\0`);
  return Buffer.from(`${lines.join("")}\0`, "latin1");
}

function kindOf(mode: string): string {
  if (mode === FOLDER) return "tree";
  return mode === SUBMODULE ? "commit" : "blob";
}
