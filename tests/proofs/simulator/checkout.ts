/** The checkout of a job: trees in its memory over the objects that GitHub has. Commands are answered by a function of the files. */
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import type { GitWorkspace } from "#adapters/git/workspace.ts";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { byPath } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";
import type { MergeResult, Snapshot, Workspace } from "#ports/workspace.ts";
import { type Answer, type MapHands, mapHands } from "../../fakes/map-hands.ts";
import { compared, isBefore } from "./github/history.ts";
import { type Commit, FOLDER, type Objects, objectsOf } from "./github/objects.ts";
import { flat, grown, merged } from "./github/trees.ts";

/** What a command of this text does, over these files. */
export type Commands = (command: string, files: ReadonlyMap<string, string>) => ReturnType<Answer>;

const FILE = "100644";

/** What the job writes stays with it until it is sent. */
function over(remote: Objects): Objects {
  const own = objectsOf();
  return {
    ...own,
    blob: (sha) => own.blob(sha) ?? remote.blob(sha),
    tree: (sha) => own.tree(sha) ?? remote.tree(sha),
    commit: (sha) => own.commit(sha) ?? remote.commit(sha),
  };
}

/** What can be read of a tree. */
interface Reader {
  /** The SHA of each file, by its path. */
  readonly filesOf: (tree: string) => ReadonlyMap<string, string>;
  readonly textOf: (sha: string) => string;
  readonly commitAt: (sha: string) => Commit;
}

function readerOf(objects: Objects): Reader {
  return {
    filesOf: (tree) =>
      new Map([...flat(objects, tree)].flatMap(([path, { mode, sha }]) => (mode === FOLDER ? [] : [[path, sha] as const]))),
    textOf: (sha) => objects.blob(sha)?.toString() ?? "",
    commitAt(sha) {
      const found = objects.commit(sha);
      if (found === undefined) throw new Failure("git", `the checkout does not have the commit ${sha}`, { retryable: false });
      return found;
    },
  };
}

/** The workspace of one job. `prepares`: what its commands of setup do. */
export function checkoutOf(
  remote: Objects,
  commands: Commands,
  prepares: (signal: AbortSignal) => Promise<void> = async () => undefined,
): GitWorkspace {
  const objects = over(remote);
  const reader = readerOf(objects);
  const workspace: GitWorkspace = {
    sandbox: "bubblewrap",
    ...placesIn(objects, reader, commands),
    async setup(_tree, _commands, signal) {
      await prepares(signal);
      return { ok: true, failed: null, sandbox: "bubblewrap", blocked: [] };
    },
    ...textsIn(reader),
    fresh: () => workspace,
    treeOf: async (commit) => reader.commitAt(commit).tree,
    edited: async (tree, edits) =>
      grown(
        objects,
        tree,
        edits.map(({ path, text }) => ({ path, entry: text === null ? null : { mode: FILE, sha: objects.writeBlob(Buffer.from(text)) } })),
      ),
    restore: async (head, base, paths) => {
      const there = reader.filesOf(base);
      const back = paths.flatMap((path) => {
        const sha = there.get(path);
        return sha === undefined ? [] : [{ path, entry: { mode: FILE, sha } }];
      });
      return grown(objects, head, back);
    },
    merge: async (head, base) => mergeOf(objects, reader, head, base),
    mergeTrees: () => Promise.reject(new Error("no plan of the simulator works on atoms side by side")),
    filesAt: async (tree, paths) => paths.map((path) => fileAt(path, reader.filesOf(tree).get(path), objects)),
    commit: () => Promise.reject(new Error("a job makes its commits on GitHub")),
    takeWorktree: () => Promise.reject(new Error("a job has no worktree to take")),
    dispose: async () => undefined,
  };
  return workspace;
}

/** Places to work in. */
function placesIn(objects: Objects, { filesOf, textOf }: Reader, commands: Commands): Pick<GitWorkspace, "open" | "snapshot"> {
  const sites = new Map<MapHands, string>();
  const snapshotOf = (hands: MapHands): Snapshot => {
    const before = sites.get(hands) ?? "";
    const was = filesOf(before);
    const now = [...hands.files].map(([path, text]) => ({ path, entry: { mode: FILE, sha: objects.writeBlob(Buffer.from(text)) } }));
    const gone = [...was.keys()].filter((path) => !hands.files.has(path)).map((path) => ({ path, entry: null }));
    const tree = grown(objects, before, [...now.filter(({ path, entry }) => was.get(path) !== entry.sha), ...gone]);
    return { tree, changes: differences(was, filesOf(tree)), refused: [] };
  };
  return {
    async open(tree) {
      const texts = [...filesOf(tree)].map(([path, sha]) => [path, textOf(sha)] as const);
      const hands: MapHands = mapHands(Object.fromEntries(texts), (command) => commands(command, hands.files));
      sites.set(hands, tree);
      return { toolAccess: hands, close: async () => undefined };
    },
    snapshot: async ({ toolAccess }) => snapshotOf(toolAccess as MapHands), // only sites that were opened here come back
  };
}

type Texts = Pick<
  GitWorkspace,
  "changes" | "objections" | "weights" | "patch" | "textAt" | "outlineAt" | "faultSpotsAt" | "paths" | "blobs"
>;

function textsIn({ filesOf, textOf }: Reader): Texts {
  const between = (a: string, b: string): readonly ChangedPath[] => differences(filesOf(a), filesOf(b));
  return {
    changes: async (a, b) => between(a, b),
    objections: async () => [],
    weights: async (a, b) => between(a, b).map(({ path }) => ({ path, bytes: 30, longest: 30, before: filesOf(a).has(path) ? 30 : 0 })),
    patch: async (a, b, limit) => {
      const files = filesOf(b);
      const parts = between(a, b).map(({ path }) => `+++ b/${path}\n@@ -0,0 +1 @@\n+${textOf(files.get(path) ?? "")}`);
      return parts.join("\n").slice(0, limit);
    },
    textAt: async (tree, path) => {
      const sha = filesOf(tree).get(path);
      return sha === undefined ? null : textOf(sha);
    },
    outlineAt: async () => null,
    faultSpotsAt: async () => [],
    paths: async (tree) => [...filesOf(tree).keys()],
    blobs: async (tree) => filesOf(tree),
  };
}

function mergeOf(objects: Objects, { commitAt }: Reader, head: string, base: string): MergeResult {
  if (isBefore(objects, base, head)) return { kind: "merged", tree: commitAt(head).tree };
  const { parted } = compared(objects, base, head);
  const tree = parted === null ? null : merged(objects, commitAt(parted).tree, [commitAt(head).tree, commitAt(base).tree]);
  return tree === null ? { kind: "conflict", paths: ["src/split.js"] } : { kind: "merged", tree };
}

function fileAt(path: string, sha: string | undefined, objects: Objects): FileAt {
  if (sha === undefined) throw new Failure("git", `${path} is no file of the tree`, { retryable: false });
  return { path, mode: FILE, bytes: objects.blob(sha) ?? Buffer.alloc(0) };
}

type Files = Awaited<ReturnType<Workspace["blobs"]>>;

function differences(a: Files, b: Files): readonly ChangedPath[] {
  const gone = [...a.keys()].filter((path) => !b.has(path)).map((path): ChangedPath => ({ path, kind: "deleted" }));
  const here = [...b].flatMap(([path, sha]): readonly ChangedPath[] => {
    const before = a.get(path);
    if (before === undefined) return [{ path, kind: "added" }];
    return before === sha ? [] : [{ path, kind: "modified" }];
  });
  return [...gone, ...here].sort(byPath);
}
