/** Writes files so that a crash leaves the old or the new content, never a part of it. */
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file through `<path>.new` in the same folder: on disk before it is visible. Idempotent. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await writeSynced(`${path}.new`, content);
  await moveFile(`${path}.new`, path);
}

/** Writes a file and waits until the disk has it. Overwrites in place: only for files that no process reads yet. */
export async function writeSynced(path: string, content: string): Promise<void> {
  await withFile(path, "w", async (file) => {
    await file.writeFile(content);
    await file.sync();
  });
}

/** Renames within one folder and waits until the disk has the new name. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Removes a file; does nothing when it is gone. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** Waits until the disk has the names of a folder. */
export async function syncFolder(folder: string): Promise<void> {
  await withFile(folder, "r", (file) => file.sync());
}

/** The text of a file; null when there is none. */
export async function readTextOrNull(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
