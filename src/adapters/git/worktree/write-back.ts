/**
 * Writes changed files into a user's worktree: all of them, or none when a file there has changed since it was copied.
 */
import { mkdir, rename, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { onDisk } from "./on-disk.ts";

/** One path: its content when the worktree was copied, and its new content; null = nothing. */
export interface Replacement {
  readonly path: string;
  readonly before: FileAt | null;
  readonly after: FileAt | null;
}

/**
 * Writes the files, each beside its place and then renamed into it, and removes the deleted ones, with folders that
 * become empty. Returns the paths that were changed meanwhile: when there are any, nothing was written. A file in the
 * place of a folder counts as one of them. It never writes through a link. Throws errors of the file system; files that
 * were written before stay.
 */
export async function writeBack(top: string, replacements: readonly Replacement[]): Promise<readonly string[]> {
  const gone = replacements.flatMap(({ path, after }) => (after === null ? [path] : []));
  const fits = await Promise.all(replacements.map((one) => isFree(top, one, new Set(gone))));
  const changed = replacements.filter((_, index) => fits[index] === false).map(({ path }) => path);
  if (changed.length > 0) return changed;
  for (const path of gone) await takeAway(top, path);
  for (const { after } of replacements) if (after !== null) await put(top, after);
  return [];
}

async function isFree(top: string, { path, before }: Replacement, going: ReadonlySet<string>): Promise<boolean> {
  return (await isAsBefore(top, path, before)) && (before !== null || !(await isBarred(top, path, going)));
}

async function isAsBefore(top: string, path: string, before: FileAt | null): Promise<boolean> {
  const now = await onDisk(top, path);
  if (before === null) return now.kind === "none";
  return now.kind === "file" && now.file.mode === before.mode && now.file.bytes.equals(before.bytes);
}

/** True when a path above a new one is a file or a link, and is not removed by this change. */
async function isBarred(top: string, path: string, going: ReadonlySet<string>): Promise<boolean> {
  for (const folder of foldersOf(path)) {
    if (!going.has(folder) && (await onDisk(top, folder)).kind === "file") return true;
  }
  return false;
}

async function takeAway(top: string, path: string): Promise<void> {
  await rm(join(top, path));
  for (const folder of [...foldersOf(path)].reverse()) if (!(await removedEmpty(join(top, folder)))) return;
}

/** False when something is in it. */
async function removedEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST"))
      return false;
    throw error;
  }
}

async function put(top: string, { path, mode, bytes }: FileAt): Promise<void> {
  const place = join(top, path);
  await mkdir(dirname(place), { recursive: true });
  const beside = `${place}.loopwright-${process.pid}`;
  try {
    if (mode === "120000") await symlink(bytes, beside);
    else await writeFile(beside, bytes, { flag: "wx", mode: mode === "100755" ? 0o777 : 0o666 });
    await rename(beside, place);
  } finally {
    await rm(beside, { force: true });
  }
}
