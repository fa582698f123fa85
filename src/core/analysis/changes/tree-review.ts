/**
 * Decides which changes of a worker's folder may enter a tree: the one validator of what comes out (architecture 6;
 * security GIT-05, T3, T20).
 */
import { globMatcher } from "#core/values/glob.ts";
import { collisionFinder } from "./colliding-names.ts";
import { type DecodedFile, forbiddenBinary } from "./forbidden-binary.ts";
import { forbiddenLine } from "./forbidden-lines.ts";
import { brokenPath, byPath, foldersOf, forbiddenPath, strangePath, strangeTarget } from "./tree-names.ts";

const MB = 2 ** 20;
/** Bytes of one changed file, and of all together. */
const FILE = 5 * MB;
const ALL = 50 * MB;

/** A path that was not taken over, with the reason. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/**
 * A new or changed path. `mode`: git's; anything else is no file. `sha`: null where a content is too large to be looked
 * at.
 */
export interface OfferedFile {
  readonly path: string;
  readonly mode: string;
  readonly size: number;
  readonly sha: string | null;
}

/** `gone`: paths of the tree that are no more. */
export interface OfferedChanges<O extends OfferedFile> {
  readonly written: readonly O[];
  readonly gone: readonly string[];
}

/** The tree that the folder was made from. `skipped`: what of it was never placed there. */
export interface BaseTree {
  readonly files: ReadonlyMap<string, unknown>;
  readonly skipped: readonly { readonly path: string }[];
}

/** Globs: `protected` are closed to every change; `allowed`, where it is there, names all that may change. */
export interface ChangeBounds {
  readonly protected: readonly string[];
  readonly allowed?: readonly string[] | null;
}

/** What may be taken over, by its name, mode and size; contents are still to be looked at (`strangeContent`). */
export interface ReviewedChanges<O extends OfferedFile> extends OfferedChanges<O> {
  readonly refused: readonly Refusal[];
}

/** Sorts an offer into what is taken over and what is refused, each refusal with its reason. Pure. */
export function reviewChanges<O extends OfferedFile>(
  { written, gone }: OfferedChanges<O>,
  ground: BaseTree,
  bounds: ChangeBounds,
): ReviewedChanges<O> {
  const touched = touchedBy(bounds);
  const refused: Refusal[] = [];
  const allowed = (path: string, reason: string | null): boolean => {
    if (reason !== null) refused.push({ path, reason });
    return reason === null;
  };
  const deleted = gone.filter((path) => allowed(path, touched(path)));
  const staying = stayingOf(ground, new Set(deleted));
  const [kept, twin, again] = [keptPaths(staying), collisionFinder(staying), repeats()];
  let bytes = 0;
  const taken = [...written].sort(byPath).filter((entry) => {
    const { path } = entry;
    const isNew = !ground.files.has(path);
    const name = brokenPath(path) ?? again(path) ?? (isNew ? strangePath(path) : null) ?? touched(path);
    const ok = allowed(path, name ?? unfit(entry, bytes) ?? (isNew ? (kept(path) ?? twin(path)) : null));
    if (ok) bytes += entry.size;
    return ok;
  });
  return { written: taken, gone: deleted, refused: refused.sort(byPath) };
}

/** A file's content as it was read, and as the tree has it: null for a new file and for what was a link. */
export interface WrittenContent {
  readonly path: string;
  readonly mode: string;
  readonly before: DecodedFile | null;
  readonly after: DecodedFile;
}

/** Why a content, or a link's target, is refused; null when it is fine. Linear. Pure. */
export function forbiddenContent({ path, mode, before, after }: WrittenContent): string | null {
  if (mode === "120000") return strangeTarget(path, after.text);
  if (after.isBinary) return forbiddenBinary(path, before, after);
  return forbiddenLine({ path, before: before === null || before.isBinary ? "" : before.text, after: after.text });
}

/**
 * Why a path is closed to every change; null where it is open. A path may hold the marks of a glob, and still means
 * itself.
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

/** Whoever lists a path twice is not believed the second time. */
function repeats(): (path: string) => string | null {
  const seen = new Set<string>();
  return (path) => {
    if (seen.has(path)) return "the path is there twice";
    seen.add(path);
    return null;
  };
}

function stayingOf({ files, skipped }: BaseTree, deleted: ReadonlySet<string>): readonly string[] {
  return [...files.keys(), ...skipped.map(({ path }) => path)].filter((path) => !deleted.has(path));
}

/** A new path must not take the place of one that stays: git would silently drop the other from its index. */
function keptPaths(staying: readonly string[]): (path: string) => string | null {
  const paths = new Set(staying);
  const folders = new Set(staying.flatMap(foldersOf));
  return (path) => {
    const above = [path, ...foldersOf(path)].find((name) => paths.has(name));
    if (above !== undefined) return `stands in the place of ${above}, which stays`;
    return folders.has(path) ? "stands in the place of a folder with files that stay" : null;
  };
}
