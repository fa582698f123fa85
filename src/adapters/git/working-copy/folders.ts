/** Creates our temporary folders and removes them, whatever a worker did to their permissions. */
import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export interface TempFolders {
  /** A new, empty folder that only this user can enter. */
  create(name: string): Promise<string>;
  /** Removes all of them. Idempotent. */
  dispose(): Promise<void>;
}

/** Creates folders below `temp`, in one of our own that the first call creates. */
export function tempFolders(temp: string): TempFolders {
  let root: Promise<string> | null = null;
  let count = 0;
  return {
    async create(name) {
      root ??= mkdir(temp, { recursive: true }).then(() => mkdtemp(join(temp, "loopwright-")));
      count += 1;
      const own = `${name}-${count}`; // before the wait: other calls run meanwhile
      const folder = join(await root, own);
      await mkdir(folder, { mode: 0o700 });
      return folder;
    },
    async dispose() {
      if (root === null) return;
      const folder = await root;
      root = null;
      await removeFolder(folder);
    },
  };
}

/**
 * Removes a folder with everything below it, also folders without permissions. Never follows a link. Idempotent.
 * Permissions come first: an `rm` that fails at one goes on removing in the background, while other code already looks
 * at the folder.
 */
export async function removeFolder(folder: string): Promise<void> {
  if (!(await exists(folder))) return;
  await openUp(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Bytes of a path, far below the 4096 of the system: what lies deep is also slow to walk to. */
const LONGEST = 500;

/** Makes every folder accessible. One that is too deep for a path to name its entries moves up to the root. */
async function openUp(root: string): Promise<void> {
  const queue = [root];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    await chmod(folder, 0o700);
    const isDeep = Buffer.byteLength(folder) > LONGEST;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) queue.push(await within(root, join(folder, entry.name), isDeep));
    }
  }
}

async function within(root: string, folder: string, isDeep: boolean): Promise<string> {
  if (!isDeep) return folder;
  const higher = join(root, `moved-${randomUUID()}`);
  await chmod(folder, 0o700); // a folder that moves is written to: its `..` changes
  await rename(folder, higher);
  return higher;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
