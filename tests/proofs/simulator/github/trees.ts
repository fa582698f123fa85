/** Folders within folders: trees made out of others, listed, and laid over each other. */
import { type Entry, FOLDER, type Objects, type Tree } from "./objects.ts";
import { refused } from "./refused.ts";

/** What stands at a path from now on; null takes away what stands there. */
export interface Change {
  readonly path: string;
  readonly entry: Entry | null;
}

/** Everything below a tree, folders included, by its whole path. */
export function flat(objects: Objects, sha: string, prefix = ""): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const [name, entry] of objects.tree(sha) ?? []) {
    found.set(`${prefix}${name}`, entry);
    if (entry.mode !== FOLDER) continue;
    for (const [path, below] of flat(objects, entry.sha, `${prefix}${name}/`)) found.set(path, below);
  }
  return found;
}

/** What stands at a path; undefined where nothing does. */
export function entryAt(objects: Objects, tree: string, path: string): Entry | undefined {
  let here: Entry | undefined = { mode: FOLDER, sha: tree };
  for (const name of path.split("/")) here = here === undefined ? undefined : objects.tree(here.sha)?.get(name);
  return here;
}

/** Writes the tree that these changes make of another; null begins with none. A folder of which nothing is left goes. */
export function grown(objects: Objects, base: string | null, changes: readonly Change[]): string {
  return objects.writeTree(treeWith(objects, base, changes));
}

function treeWith(objects: Objects, base: string | null, changes: readonly Change[]): Tree {
  const here = new Map(base === null ? [] : objects.tree(base));
  const below = new Map<string, Change[]>();
  for (const { path, entry } of changes) {
    const cut = path.indexOf("/");
    const folder = path.slice(0, cut);
    if (cut < 0) put(here, path, entry);
    else below.set(folder, [...(below.get(folder) ?? []), { path: path.slice(cut + 1), entry }]);
  }
  for (const [name, inside] of below) {
    const tree = treeWith(objects, folderAt(here, name), inside);
    if (tree.size === 0) here.delete(name);
    else here.set(name, { mode: FOLDER, sha: objects.writeTree(tree) });
  }
  return here;
}

function folderAt(here: Tree, name: string): string | null {
  const found = here.get(name);
  return found?.mode === FOLDER ? found.sha : null;
}

function put(here: Map<string, Entry>, name: string, entry: Entry | null): void {
  if (entry !== null) here.set(name, entry);
  else if (!here.delete(name)) throw refused(422, "GitRPC::BadObjectState");
}

/** The tree of a merge, file by file; null where both sides changed the same file. */
export function merged(objects: Objects, base: string, [ours, theirs]: readonly [string, string]): string | null {
  const [from, here, there] = [base, ours, theirs].map((tree) => filesOf(objects, tree));
  if (from === undefined || here === undefined || there === undefined) return null;
  const changes: Change[] = [];
  for (const path of new Set([...from.keys(), ...there.keys()])) {
    const [before, mine, other] = [from, here, there].map((files) => keyOf(files.get(path)));
    if (other === before || other === mine) continue;
    if (mine !== before) return null;
    changes.push({ path, entry: there.get(path) ?? null });
  }
  return grown(objects, ours, changes);
}

function filesOf(objects: Objects, tree: string): ReadonlyMap<string, Entry> {
  return new Map([...flat(objects, tree)].filter(([, { mode }]) => mode !== FOLDER));
}

function keyOf(entry: Entry | undefined): string | null {
  return entry === undefined ? null : `${entry.mode} ${entry.sha}`;
}
