/** Lists all paths of a folder that its `.gitignore` files do not exclude. */
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { Refused } from "#ports/tool-access.ts";
import { withFile } from "./host-files.ts";

/** The rules of one folder's `.gitignore`. `base` ends in a slash, or is empty at the root. */
interface Rules {
  readonly base: string;
  readonly matcher: Ignore;
}

/** `unreadable`: a folder or a name that cannot be read; it is listed, not hidden. */
export interface WalkedPath {
  readonly path: string;
  readonly kind: "file" | "link" | "unreadable";
}

/** Most paths of one walk; more is a mistake in the setup or an attack. */
const MOST = 200_000;
/** Most bytes of a `.gitignore` that are read. */
const RULES_LIMIT = 1024 ** 2;

function rulesOf(root: string, base: string, entries: readonly Dirent[]): readonly Rules[] {
  if (!entries.some((entry) => entry.name === ".gitignore" && entry.isFile())) return [];
  const path = `${base}.gitignore`;
  const text = withFile(join(root, path), path, (descriptor, size) =>
    size > RULES_LIMIT ? "" : readFileSync(descriptor, "utf8"),
  );
  return [{ base, matcher: ignore({ ignorecase: false }).add(text) }];
}

/** The innermost rule that matches wins, as with git. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { base, matcher } of rules.toReversed()) {
    const { ignored, unignored } = matcher.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

function entriesOf(root: string, base: string): readonly Dirent[] | null {
  try {
    return readdirSync(join(root, base), { withFileTypes: true });
  } catch {
    return null;
  }
}

/** A name that is not UTF-8 cannot be passed on; anything but a file or a link is not readable either. */
function kindOf(entry: Dirent): WalkedPath["kind"] {
  if (entry.name.includes("\uFFFD")) return "unreadable";
  if (entry.isSymbolicLink()) return "link";
  return entry.isFile() ? "file" : "unreadable";
}

/** A folder that is still to be read, with the rules from above it. `base` as in `Rules`. */
interface Folder {
  readonly base: string;
  readonly rules: readonly Rules[];
}

/** True for a file that a host was writing when it died: it is never part of a tree. Pure. */
function isUnfinished(name: string): boolean {
  return /^\.loopwright-[0-9a-f-]{36}\.tmp$/.test(name);
}

/** The entries of one folder: paths, and folders to read next. */
function look(
  root: string,
  { base, rules: outer }: Folder,
): { readonly found: readonly WalkedPath[]; readonly folders: readonly Folder[] } {
  const entries = entriesOf(root, base);
  if (entries === null) return { found: [{ path: base.slice(0, -1), kind: "unreadable" }], folders: [] };
  const rules = [...outer, ...rulesOf(root, base, entries)];
  const kept = entries.filter((entry) => {
    const path = base + entry.name;
    return path !== ".git" && !isUnfinished(entry.name) && !isIgnored(entry.isDirectory() ? `${path}/` : path, rules);
  });
  return {
    found: kept
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({ path: base + entry.name, kind: kindOf(entry) })),
    folders: kept.filter((entry) => entry.isDirectory()).map((entry) => ({ base: `${base}${entry.name}/`, rules })),
  };
}

/**
 * Every path, in path order; folders are not listed, links are not followed, `.git` at the root is left out. `wanted`
 * decides which folders are read. Throws `Refused` when there are more than 200,000 paths.
 */
export function walkFolder(root: string, wanted: (folder: string) => boolean): readonly WalkedPath[] {
  const all: WalkedPath[] = [];
  const queue: Folder[] = [{ base: "", rules: [] }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { found, folders } = look(root, next);
    for (const each of found) all.push(each);
    for (const each of folders) if (wanted(each.base.slice(0, -1))) queue.push(each);
    if (all.length + queue.length > MOST)
      throw new Refused(`There are more than ${MOST} files. Add what is generated to .gitignore.`);
  }
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}
