/**
 * Opens a working copy: a folder of its own with a tree's files, the products of setup, and a host for files and
 * commands.
 */
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { Git } from "#adapters/git/objects/run-git.ts";
import type { Host, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { copyProducts } from "./copy-products.ts";
import { removeFolder, type TempFolders } from "./folders.ts";
import { materialise } from "./materialise.ts";
import type { SetupProducts } from "./products.ts";
import { createThrowawayRepository } from "./throwaway-repository.ts";

export interface WorkingCopyOptions {
  readonly git: Git;
  readonly sandbox: Sandbox;
  readonly folders: TempFolders;
}

/** What a working copy is opened from. `git`: with a throwaway repository. */
export interface WorkingCopyBase {
  readonly tree: string;
  readonly listing: Listing;
  readonly products: SetupProducts | null;
  readonly git: boolean;
}

/** A working copy, with what `snapshot` must know about it and the worker must not reach. */
export interface OpenedWorkingCopy {
  readonly workingCopy: WorkingCopy;
  readonly host: Host;
  readonly base: WorkingCopyBase;
}

/** Throws `Failure("git")` or `Failure("sandbox")`; the folder is then removed. */
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
  { git, sandbox }: WorkingCopyOptions,
  base: WorkingCopyBase,
  folder: string,
): Promise<OpenedWorkingCopy> {
  const { listing, products } = base;
  await materialise(git, listing, folder);
  if (products !== null) await copyProducts(products, folder);
  if (base.git)
    await createThrowawayRepository(sandbox, folder, { tracked: listing.files.keys(), ignored: products?.added ?? [] });
  const host = await sandbox.host(folder);
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    try {
      await host.close();
    } finally {
      await removeFolder(folder);
    }
  };
  const workingCopy: WorkingCopy = {
    toolAccess: {
      read: (path) => host.read(path),
      grep: (pattern, options) => host.grep(pattern, options),
      glob: (pattern, options) => host.glob(pattern, options),
      write: (path, content, like) => host.write(path, content, like),
      remove: (path) => host.remove(path),
      exec: (command, options) => sandbox.run(folder, command, { ...options, network: "none" }),
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
  return { workingCopy, host, base: base };
}
