/** Decides which changes of a site may enter a tree (architecture 6; security GIT-05, T3, T20). */
import picomatch from "picomatch";
import type { SnapshotOptions } from "#ports/workspace.ts";
import type { Entry } from "../sandbox/sandbox.ts";
import type { Difference } from "./difference.ts";
import type { Listing } from "./listing.ts";
import { brokenPath, byPath, foldersOf, forbiddenPath, strangePath } from "./names.ts";
import { twinsOf } from "./twins.ts";

const MB = 2 ** 20;
/** Bytes of one changed file, and of all together. */
const FILE = 5 * MB;
const ALL = 50 * MB;

export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/** What may be taken over, by its name, mode and size; contents and link targets are still to be looked at. */
export interface Reviewed {
  readonly written: readonly Entry[];
  readonly gone: readonly string[];
  readonly refused: readonly Refusal[];
}

/** Sorts a difference into what is taken over and what is refused, each refusal with its reason. Pure. */
export function review({ written, gone }: Difference, listing: Listing, options: SnapshotOptions): Reviewed {
  const closed = closedBy(options);
  const refused: Refusal[] = [];
  const allowed = (path: string, reason: string | null): boolean => {
    if (reason !== null) refused.push({ path, reason });
    return reason === null;
  };
  const deleted = gone.filter((path) => allowed(path, touched(path, closed)));
  const staying = stayingOf(listing, new Set(deleted));
  const [kept, twin] = [keptPaths(staying), twinsOf(staying)];
  let bytes = 0;
  const taken = [...written].sort(byPath).filter((entry) => {
    const { path } = entry;
    const isNew = !listing.files.has(path);
    const name = brokenPath(path) ?? (isNew ? strangePath(path) : null) ?? touched(path, closed);
    const ok = allowed(path, name ?? unfit(entry, bytes) ?? (isNew ? (kept(path) ?? twin(path)) : null));
    if (ok) bytes += entry.size;
    return ok;
  });
  return { written: taken, gone: deleted, refused: refused.sort(byPath) };
}

type Closed = (path: string) => string | null;

/** Why the globs close a path to every change; null where they do not. */
function closedBy({ protected: guarded, allowed = null }: SnapshotOptions): Closed {
  const isProtected = picomatch([...guarded], { dot: true, nonegate: true });
  const matches = picomatch([...(allowed ?? ["**"])], { dot: true, nonegate: true });
  // A path may hold the marks of a glob, and still means itself.
  const isAllowed = (path: string): boolean => matches(path) || allowed?.includes(path) === true;
  return (path) => {
    if (isProtected(path)) return "the path is protected";
    return isAllowed(path) ? null : "the path is outside of the plan's scope";
  };
}

function touched(path: string, closed: Closed): string | null {
  return forbiddenPath(path) ?? closed(path);
}

function unfit({ mode, size, sha }: Entry, before: number): string | null {
  if (mode === "other" || sha === null) return "not a file: a device, a socket or a pipe";
  if (!["100644", "100755", "120000"].includes(mode)) return "an unknown mode";
  if (size > FILE) return `larger than ${FILE / MB} MB`;
  if (before + size > ALL) return `all changes together are larger than ${ALL / MB} MB`;
  return null;
}

function stayingOf(listing: Listing, deleted: ReadonlySet<string>): readonly string[] {
  return [...listing.files.keys(), ...listing.skipped.map(({ path }) => path)].filter((path) => !deleted.has(path));
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
