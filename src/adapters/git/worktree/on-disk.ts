/** Reads one path of a user's folder as git would see it: bytes and mode, no filter; never through a link above it. */
import type { Stats } from "node:fs";
import { lstat, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";

/**
 * What exists at a path: a file or link with its bytes, nothing, or something else (a folder, a device, a submodule).
 */
export type OnDisk =
  | { readonly kind: "file"; readonly file: FileAt }
  | { readonly kind: "none" }
  | { readonly kind: "other" };

/**
 * Reads the path, which is relative to `top` and not broken (see core/analysis/changes/tree-names.ts). Throws errors of
 * the file system, except for a missing path.
 */
export async function onDisk(top: string, path: string): Promise<OnDisk> {
  for (const folder of foldersOf(path)) {
    const above = await statOf(join(top, folder));
    if (above === null || above.isSymbolicLink() || !above.isDirectory()) return { kind: "none" };
  }
  const whole = join(top, path);
  const stat = await statOf(whole);
  if (stat === null) return { kind: "none" };
  if (stat.isSymbolicLink())
    return { kind: "file", file: { path, mode: "120000", bytes: await readlink(whole, { encoding: "buffer" }) } };
  if (!stat.isFile()) return { kind: "other" };
  const mode = (stat.mode & 0o100) === 0 ? "100644" : "100755";
  return { kind: "file", file: { path, mode, bytes: await readFile(whole) } };
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
}
