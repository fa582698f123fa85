/** Writes trees that git's own commands would refuse to make: objects are written as they are, and nobody looks at names. */
import { execFileSync } from "node:child_process";
import type { Repository } from "../adapters/git/repository.ts";

/** One entry of a tree, as its bytes say it. */
export interface RawEntry {
  readonly mode: "100644" | "100755" | "120000" | "160000" | "40000" | "100664" | "777";
  readonly name: string | Buffer;
  readonly id: string;
}

type At = Pick<Repository, "folder" | "git">;

/** Stores an object of any content and gives its id. */
export function stored({ folder }: At, kind: "blob" | "tree", content: string | Buffer): string {
  const args = ["hash-object", "-w", "-t", kind, "--literally", "--stdin"];
  return execFileSync("git", args, { cwd: folder, input: content, encoding: "utf8" }).trim();
}

/** A tree of these entries in this order. */
export function rawTree(at: At, entries: readonly RawEntry[]): string {
  const parts = entries.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, "hex"),
  ]);
  return stored(at, "tree", Buffer.concat(parts));
}

/** The entries of a commit's root, to put others beside them. */
export function entriesOf({ git }: At, commit: string): readonly RawEntry[] {
  return git("ls-tree", commit)
    .split("\n")
    .map((line) => {
      const [mode = "", , id = "", name = ""] = line.split(/[ \t]/);
      return { mode: (mode === "040000" ? "40000" : mode) as RawEntry["mode"], name, id };
    });
}

/** A commit of a tree on top of another commit, which no branch has. */
export function commitOf({ git }: At, tree: string, parent: string): string {
  return git("commit-tree", tree, "-p", parent, "-m", "a change");
}
