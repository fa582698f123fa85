/** Sends the files of a tree to GitHub with as few requests as possible. */
import { isUtf8 } from "node:buffer";
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";

/** The changes that make a new tree from `base`, a tree that GitHub has. */
export interface TreeChange {
  readonly base: string;
  readonly files: readonly FileAt[];
  readonly gone: readonly RemovedEntry[];
}

/** A path that the new tree lacks: a file, or a folder of which nothing is left. */
export interface RemovedEntry {
  readonly path: string;
  readonly folder: boolean;
}

type Entries = NonNullable<Parameters<Api["rest"]["git"]["createTree"]>[0]>["tree"];

/** Bytes of text that are sent inline with one tree; more text is sent as blobs. */
const INLINE = 4 * 1024 ** 2;

const AS_GIT = { service: "git" } as const;

/**
 * Writes the tree and returns GitHub's id of it. One request, one more for each binary file. Idempotent. Throws
 * `Failure("git")`.
 */
export async function uploadTree(
  api: Api,
  place: RepositoryLocation,
  { base, files, gone }: TreeChange,
): Promise<string> {
  const deletions: Entries = gone.map(({ path, folder }) =>
    folder ? { path, mode: "040000", type: "tree", sha: null } : { path, mode: "100644", type: "blob", sha: null },
  );
  const additions: Entries = [];
  let room = INLINE;
  for (const file of files) {
    const inline = isText(file.bytes) && file.bytes.length <= room;
    if (inline) room -= file.bytes.length;
    additions.push(
      inline
        ? { ...entry(file), content: file.bytes.toString() }
        : { ...entry(file), sha: await uploadBlob(api, place, file.bytes) },
    );
  }
  // A file in place of a folder, or a folder in place of a file: GitHub does not document the order in which it applies
  // the entries.
  if (!clash(files, gone)) return writeTree(api, place, base, [...deletions, ...additions]);
  return writeTree(api, place, await writeTree(api, place, base, deletions), additions);
}

function entry({ path, mode }: FileAt): {
  readonly path: string;
  readonly mode: FileAt["mode"];
  readonly type: "blob";
} {
  return { path, mode, type: "blob" };
}

/** True for bytes that survive as a JSON string. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

function clash(files: readonly FileAt[], gone: readonly RemovedEntry[]): boolean {
  const paths = new Set([...files, ...gone].map(({ path }) => path));
  return (
    paths.size < files.length + gone.length ||
    [...paths].some((path) => foldersOf(path).some((folder) => paths.has(folder)))
  );
}

async function writeTree(api: Api, { owner, repo }: RepositoryLocation, base: string, tree: Entries): Promise<string> {
  const { data } = await askGitHub(() => api.rest.git.createTree({ owner, repo, base_tree: base, tree }), AS_GIT);
  return data.sha;
}

async function uploadBlob(api: Api, { owner, repo }: RepositoryLocation, bytes: Buffer): Promise<string> {
  const content = bytes.toString("base64");
  const { data } = await askGitHub(() => api.rest.git.createBlob({ owner, repo, content, encoding: "base64" }), AS_GIT);
  return data.sha;
}

/**
 * What to remove so that these paths are gone and `left` remains. A folder that loses its last file is removed itself:
 * git has no empty folders, and GitHub does not document whether it leaves one. Pure.
 */
export function removedEntriesOf(paths: readonly string[], left: readonly string[]): readonly RemovedEntry[] {
  const folders = new Set(left.flatMap(foldersOf));
  const gone = paths.map((path) => {
    const empty = foldersOf(path).find((folder) => !folders.has(folder));
    return { path: empty ?? path, folder: empty !== undefined };
  });
  return [...new Map(gone.map((one) => [one.path, one])).values()];
}
