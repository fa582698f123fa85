/** Lists the files of a tree. Trees never change, so the last few listings are kept. */
import { isUtf8 } from "node:buffer";
import { objectId } from "#adapters/git/command/git-command.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import { brokenPath } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";

type FileMode = "100644" | "100755" | "120000";

/** One file or symbolic link of a tree. `size` in bytes. */
export interface TreeFile {
  readonly path: string;
  readonly mode: FileMode;
  readonly sha: string;
  readonly size: number;
}

/**
 * `skipped`: paths that we never write into a folder and never change: submodules, and names that are not UTF-8 or not
 * safe.
 */
export interface Listing {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

const KEPT = 16;
const MB = 2 ** 20;
/** Bytes of a listing at most: half a million files. A tree of few objects can name billions of files. */
const LONGEST = 64 * MB;

/** Listings of trees, of which the last few are kept. */
export interface Listings {
  /** The listing of a tree or of a commit's tree. Throws `Failure("git")`. */
  readonly of: (tree: string) => Promise<Listing>;
  /** Keeps the listing of a tree whose files somebody knows without git. */
  readonly learn: (tree: string, listing: Listing) => void;
}

/** Listings over one repository. */
export function listings(git: Git): Listings {
  const known = new Map<string, Promise<Listing>>();
  const keep = (tree: string, found: Promise<Listing>): void => {
    known.delete(tree);
    known.set(tree, found);
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break;
      known.delete(oldest);
    }
  };
  return {
    of: (tree) => {
      const found = known.get(tree) ?? list(git, tree);
      keep(tree, found);
      found.catch(() => known.delete(tree));
      return found;
    },
    learn: (tree, listing) => keep(tree, Promise.resolve(listing)),
  };
}

async function list(git: Git, tree: string): Promise<Listing> {
  const { stdout } = await git(["ls-tree", "-r", "-l", "-z", "--full-tree", objectId(tree)], { cut: LONGEST });
  if (stdout.length === LONGEST)
    throw new Failure("git", `the tree ${tree} holds too much: its list is longer than ${LONGEST / MB} MB`, {
      retryable: false,
    });
  const files = new Map<string, TreeFile>();
  const skipped: { path: string; reason: string }[] = [];
  for (const line of nulEndedFields(stdout)) {
    const tab = line.indexOf(9);
    const [mode = "", , sha = "", size = ""] = line.subarray(0, tab).toString("latin1").split(/ +/);
    const name = line.subarray(tab + 1);
    const path = name.toString();
    const reason = files.has(path) ? "the tree has it twice" : whySkipped(mode, name, path);
    if (reason !== null) skipped.push({ path, reason });
    else files.set(path, { path, mode: fileMode(mode), sha, size: Number(size) });
  }
  return { files, skipped };
}

function whySkipped(mode: string, name: Buffer, path: string): string | null {
  if (mode === "160000") return "a submodule";
  if (!isUtf8(name)) return "its name is not UTF-8";
  return brokenPath(path);
}

/** The git id of each file's content. Pure. */
export function blobsOf({ files }: Pick<Listing, "files">): ReadonlyMap<string, string> {
  return new Map([...files.values()].map(({ path, sha }) => [path, sha]));
}

/** git knows two more modes of files in old repositories (100664, 100640); to a file system they are plain files. */
function fileMode(mode: string): FileMode {
  return mode === "100755" || mode === "120000" ? mode : "100644";
}

/** The parts of a NUL-ended list. Pure. */
export function nulEndedFields(list: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let from = 0; from < list.length; ) {
    const to = list.indexOf(0, from);
    const end = to === -1 ? list.length : to;
    found.push(list.subarray(from, end));
    from = end + 1;
  }
  return found;
}
