/**
 * Opens a working copy: a folder of its own with a tree's files, the products of setup, and a host for files and
 * commands.
 */
import type { Git } from "#adapters/git/command/run-git.ts";
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { Host, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { copyProducts } from "./copy-products.ts";
import { removeFolder, type TempFolders } from "./folders.ts";
import { materialise } from "./materialise.ts";
import type { SetupProducts } from "./products.ts";
import { underlayFor } from "./shared-products.ts";
import { createThrowawayRepository } from "./throwaway-repository.ts";

export interface WorkingCopyOptions {
  readonly git: Git;
  readonly sandbox: Sandbox;
  readonly folders: TempFolders;
}

/**
 * What a working copy is opened from. `git`: with a throwaway repository. `shared`: only its commands see the products,
 * and share them with other working copies.
 */
export interface WorkingCopyBase {
  readonly tree: string;
  readonly listing: Listing;
  readonly products: SetupProducts | null;
  readonly git: boolean;
  readonly shared: boolean;
}

/** A working copy, with what `snapshot` must know about it and the worker must not reach. */
export interface OpenedWorkingCopy {
  readonly workingCopy: WorkingCopy;
  readonly host: Host;
  readonly base: WorkingCopyBase;
}

/**
 * Throws `Failure("git")` or `Failure("sandbox")`; the folder is then removed. A throwaway repository is made beside
 * what only reads: the first change or command waits for it, and throws `Failure("sandbox")` where there is none.
 */
export async function openWorkingCopy(needs: WorkingCopyOptions, base: WorkingCopyBase): Promise<OpenedWorkingCopy> {
  const folder = await needs.folders.create("site");
  try {
    return await fill(needs, base, folder);
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function fill(
  { git, sandbox, folders }: WorkingCopyOptions,
  base: WorkingCopyBase,
  folder: string,
): Promise<OpenedWorkingCopy> {
  const { listing, products } = base;
  await materialise(git, listing, folder);
  const underlay = products !== null && base.shared ? await underlayFor(products, folder, folders) : null;
  if (products !== null && underlay === null) await copyProducts(products, folder);
  const files = { tracked: listing.files.keys(), ignored: products?.added ?? [] };
  const repository = base.git ? createThrowawayRepository(sandbox, folder, files) : Promise.resolve();
  repository.catch(() => undefined); // told to whoever changes or runs something first
  const host = hostWhenNeeded(() => sandbox.host(folder));
  const { inventory: _, bytes: __, close: closeHost, ...access } = host;
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    await Promise.allSettled([repository]);
    try {
      await closeHost();
    } finally {
      for (const one of underlay === null ? [folder] : [folder, underlay.work, underlay.merged])
        await removeFolder(one);
    }
  };
  const workingCopy: WorkingCopy = {
    toolAccess: {
      ...access,
      write: (path, content, like) => repository.then(() => access.write(path, content, like)),
      remove: (path) => repository.then(() => access.remove(path)),
      exec: async (command, options) => {
        await repository;
        return sandbox.run(folder, command, { ...options, network: "none", underlay: underlay ?? undefined });
      },
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
  return { workingCopy, host, base: base };
}

/** A host that is started by the first who needs it: most checks only run a command. */
function hostWhenNeeded(start: () => Promise<Host>): Host {
  let started: Promise<Host> | null = null;
  const host = (): Promise<Host> => {
    started ??= start();
    return started;
  };
  return {
    read: async (path) => (await host()).read(path),
    grep: async (pattern, options) => (await host()).grep(pattern, options),
    glob: async (pattern, options) => (await host()).glob(pattern, options),
    write: async (path, content, like) => (await host()).write(path, content, like),
    remove: async (path) => (await host()).remove(path),
    inventory: async () => (await host()).inventory(),
    bytes: async (path) => (await host()).bytes(path),
    close: async () => (await started)?.close(),
  };
}
