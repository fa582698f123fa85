/** Finds the system's own folders, which every command sees. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";

/** A path of the machine that is visible inside, read-only. */
export interface Mount {
  readonly source: string;
  readonly target: string;
}

/** A folder of the system; `link`: where it leads, on systems whose `/bin` is a link into `/usr`. */
export interface SystemFolder {
  readonly path: string;
  readonly link: string | null;
}

/** Folders that are shown whole where they exist; a program below them needs no mount of its own. */
export const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/** Whether the path is the folder or lies below it; both are absolute. */
export function inside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/**
 * The system's folders on this machine. A link that leads out of them counts as the folder that it leads to, which is
 * mounted. Reads the disk.
 */
export function systemFolders(): readonly SystemFolder[] {
  return SYSTEM.filter((path) => existsSync(path)).map((path) => {
    const link = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
    const isWithin = link !== null && SYSTEM.some((folder) => inside(resolve("/", link), folder));
    return { path, link: isWithin ? link : null };
  });
}
