/** Folders of ours below the temporary one: made fresh, removed whatever a worker did to their permissions. */
import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export interface TempFolders {
  /** A fresh, empty folder that only this user can enter. */
  create(name: string): Promise<string>;
  /** Removes all of them. Idempotent. */
  dispose(): Promise<void>;
}

/** Fresh folders below `temp`, in one of our own that is made at the first need. */
export function tempFolders(temp: string): TempFolders {
  let root: Promise<string> | null = null;
  let count = 0;
  return {
    async create(name) {
      root ??= mkdir(temp, { recursive: true }).then(() => mkdtemp(join(temp, "loopwright-")));
      count += 1;
      const own = `${name}-${count}`; // before the wait: others come in meanwhile
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
 * Removes a folder and all below it, also folders that nobody may read or change. Never follows a link. Idempotent. Permissions
 * come first: `rm` that stumbles over one goes on removing in the background, and whatever looks then finds a moving target.
 */
export async function removeFolder(folder: string): Promise<void> {
  if (!(await exists(folder))) return;
  await openUp(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Bytes of a path, far below the 4096 of the system: what lies deep is also slow to walk to. */
const LONGEST = 500;

/** Lets us into every folder. One that lies too deep for a path to name what is in it moves up to the root (FS-11). */
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
