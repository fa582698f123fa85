/** Git's objects in memory, named as git names them: by SHA-1 over their true bytes. */
import { createHash } from "node:crypto";

type Kind = "blob" | "tree" | "commit";

/** One name in a folder. `mode` as git writes it: `40000` for a folder. */
export interface Entry {
  readonly mode: string;
  readonly sha: string;
}

export type Tree = ReadonlyMap<string, Entry>;

/** Whoever made a commit; `at` in seconds since the epoch. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly at: number;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Person;
  readonly committer: Person;
}

/** `depth`: commits of the longest line to a first one. */
export interface Commit extends NewCommit {
  readonly sha: string;
  readonly depth: number;
}

/** `content`: without git's header. */
export interface GitObject {
  readonly sha: string;
  readonly kind: Kind;
  readonly content: Buffer;
}

/** Writing the same twice changes nothing. */
export interface Objects {
  readonly writeBlob: (content: Buffer) => string;
  readonly writeTree: (tree: Tree) => string;
  /** Its tree and its parents must be there. */
  readonly writeCommit: (commit: NewCommit) => string;
  /** Undefined where there is none of that SHA. */
  readonly blob: (sha: string) => Buffer | undefined;
  /** In git's order. */
  readonly tree: (sha: string) => Tree | undefined;
  readonly commit: (sha: string) => Commit | undefined;
  /** All of them, as bytes. */
  readonly all: () => readonly GitObject[];
}

/** As the folder's mode is written in a tree. */
export const FOLDER = "40000";

export function objectsOf(): Objects {
  const bytes = new Map<string, GitObject>();
  const trees = new Map<string, Tree>();
  const commits = new Map<string, Commit>();
  const write = (kind: Kind, content: Buffer): string => {
    const sha = createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest("hex");
    bytes.set(sha, { sha, kind, content });
    return sha;
  };
  return {
    writeBlob: (content) => write("blob", content),
    writeTree(tree) {
      const entries = sorted(tree);
      const sha = write("tree", treeBytes(entries));
      trees.set(sha, new Map(entries));
      return sha;
    },
    writeCommit(commit) {
      const sha = write("commit", Buffer.from(commitText(commit)));
      const depth = 1 + Math.max(0, ...commit.parents.map((parent) => commits.get(parent)?.depth ?? 0));
      commits.set(sha, { ...commit, sha, depth });
      return sha;
    },
    blob(sha) {
      const found = bytes.get(sha);
      return found?.kind === "blob" ? found.content : undefined;
    },
    tree: (sha) => trees.get(sha),
    commit: (sha) => commits.get(sha),
    all: () => [...bytes.values()],
  };
}

type Named = readonly [name: string, entry: Entry];

/** Git sorts a folder as if its name ended with a slash, by bytes. */
function sorted(tree: Tree): readonly Named[] {
  const keyed = [...tree].map((named) => ({ key: Buffer.from(named[1].mode === FOLDER ? `${named[0]}/` : named[0]), named }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ named }) => named);
}

function treeBytes(entries: readonly Named[]): Buffer {
  return Buffer.concat(entries.flatMap(([name, { mode, sha }]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]));
}

function commitText({ tree, parents, author, committer, message }: NewCommit): string {
  const people = [`author ${personText(author)}`, `committer ${personText(committer)}`];
  return `${[`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), ...people].join("\n")}\n\n${message}`;
}

function personText({ name, email, at }: Person): string {
  return `${name} <${email}> ${at} +0000`;
}
