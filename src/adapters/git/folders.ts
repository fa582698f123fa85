/** Folders of ours below the temporary one: made fresh, removed whatever a worker did to their permissions. */
import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

export interface Folders {
  /** A fresh, empty folder that only this user can enter. */
  fresh(name: string): Promise<string>;
  /** Removes all of them. Idempotent. */
  dispose(): Promise<void>;
}

/** Fresh folders below `temp`, in one of our own that is made at the first need. */
export function folders(temp: string): Folders {
  let root: Promise<string> | null = null;
  let count = 0;
  return {
    async fresh(name) {
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

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
  }
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
