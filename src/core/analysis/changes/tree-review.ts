/** Decides which changes in a working copy may enter a tree: every snapshot of a worker's folder passes this review. */
import { globMatcher } from "#core/values/glob.ts";
import { collisionFinder } from "./colliding-names.ts";
import { type DecodedFile, forbiddenBinary } from "./forbidden-binary.ts";
import { forbiddenLine } from "./forbidden-lines.ts";
import { brokenPath, byPath, foldersOf, forbiddenPath, strangePath, strangeTarget } from "./tree-names.ts";

const MB = 2 ** 20;
/** The most bytes of one changed file, and of all together. */
const FILE = 5 * MB;
const ALL = 50 * MB;

/** A path that does not enter the tree, with the reason. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/**
 * A new or changed path. `mode`: git's; any other means that it is no file. `sha`: null where the content is too large
 * to be read.
 */
export interface OfferedFile {
  readonly path: string;
  readonly mode: string;
  readonly size: number;
  readonly sha: string | null;
}

/** `gone`: paths of the tree that no longer exist. */
export interface OfferedChanges<O extends OfferedFile> {
  readonly written: readonly O[];
  readonly gone: readonly string[];
}

/** The tree that the working copy was opened from. `skipped`: paths of it that were never written there. */
export interface BaseTree {
  readonly files: ReadonlyMap<string, unknown>;
  readonly skipped: readonly { readonly path: string }[];
}

/** Globs: no change may touch a `protected` path; `allowed`, where it is given, names all paths that may change. */
export interface ChangeBounds {
  readonly protected: readonly string[];
  readonly allowed?: readonly string[] | null;
}

/** The changes that pass by their names, modes and sizes, and the refused ones; `forbiddenContent` judges contents. */
export interface ReviewedChanges<O extends OfferedFile> extends OfferedChanges<O> {
  readonly refused: readonly Refusal[];
}

/** Sorts the offered changes into those that may enter the tree and those that are refused, with reasons. Pure. */
export function reviewChanges<O extends OfferedFile>(
  { written, gone }: OfferedChanges<O>,
  base: BaseTree,
  bounds: ChangeBounds,
): ReviewedChanges<O> {
  const touched = touchedBy(bounds);
  const refused: Refusal[] = [];
  const allowed = (path: string, reason: string | null): boolean => {
    if (reason !== null) refused.push({ path, reason });
    return reason === null;
  };
  const deleted = gone.filter((path) => allowed(path, touched(path)));
  const staying = stayingOf(base, new Set(deleted));
  const [kept, twin, again] = [keptPaths(staying), collisionFinder(staying), repeats()];
  let bytes = 0;
  const taken = [...written].sort(byPath).filter((entry) => {
    const { path } = entry;
    const isNew = !base.files.has(path);
    const name = brokenPath(path) ?? (isNew ? strangePath(path) : null) ?? again(path) ?? touched(path);
    const ok = allowed(path, name ?? unfit(entry, bytes) ?? (isNew ? (kept(path) ?? twin(path)) : null));
    if (ok) bytes += entry.size;
    return ok;
  });
  return { written: taken, gone: deleted, refused: refused.sort(byPath) };
}

/** The content of a file as the worker left it, and as the tree has it: null for a new file and for a former link. */
export interface WrittenContent {
  readonly path: string;
  readonly mode: string;
  readonly before: DecodedFile | null;
  readonly after: DecodedFile;
}

/** Gives the reason why a content, or a link's target, is refused; null when it is fine. Linear. Pure. */
export function forbiddenContent({ path, mode, before, after }: WrittenContent): string | null {
  if (mode === "120000") return strangeTarget(path, after.text);
  if (after.isBinary) return forbiddenBinary(path, before, after);
  return forbiddenLine({ path, before: before === null || before.isBinary ? "" : before.text, after: after.text });
}

/**
 * Gives a function that says why a path is closed to every change; null where it is open. A path may hold the special
 * characters of a glob, and still means itself.
 */
function touchedBy({ protected: guarded, allowed = null }: ChangeBounds): (path: string) => string | null {
  const isProtected = globMatcher(guarded);
  const matches = globMatcher(allowed ?? ["**"]);
  const isAllowed = (path: string): boolean => matches(path) || allowed?.includes(path) === true;
  return (path) => {
    const forbidden = forbiddenPath(path);
    if (forbidden !== null) return forbidden;
    if (isProtected(path)) return "the path is protected";
    return isAllowed(path) ? null : "the path is outside of the plan's scope";
  };
}

function unfit({ mode, size, sha }: OfferedFile, before: number): string | null {
  if (mode === "other") return "not a file: a device, a socket or a pipe";
  if (!["100644", "100755", "120000"].includes(mode)) return "an unknown mode";
  if (size > FILE || sha === null) return `larger than ${FILE / MB} MB`;
  return before + size > ALL ? `all changes together are larger than ${ALL / MB} MB` : null;
}

/** Gives a function that refuses a path the second time, and one below a file. Paths come in their order. */
function repeats(): (path: string) => string | null {
  const seen = new Set<string>();
  return (path) => {
    if (seen.has(path)) return "the path is there twice";
    seen.add(path);
    const above = foldersOf(path).find((name) => seen.has(name));
    return above === undefined ? null : `stands below ${above}, which is a file`;
  };
}

function stayingOf({ files, skipped }: BaseTree, deleted: ReadonlySet<string>): readonly string[] {
  return [...files.keys(), ...skipped.map(({ path }) => path)].filter((path) => !deleted.has(path));
}

/**
 * Gives a function that refuses a new path in the place of one that stays: git would silently drop the other from its
 * index.
 */
function keptPaths(staying: readonly string[]): (path: string) => string | null {
  const paths = new Set(staying);
  const folders = new Set(staying.flatMap(foldersOf));
  return (path) => {
    const above = [path, ...foldersOf(path)].find((name) => paths.has(name));
    if (above !== undefined) return `stands in the place of ${above}, which stays`;
    return folders.has(path) ? "stands in the place of a folder with files that stay" : null;
  };
}
