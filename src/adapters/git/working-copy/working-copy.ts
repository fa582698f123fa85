/** Opens a site: a folder of its own with a tree's files, what setup added, a host for its files and commands. */
import type { Git } from "#adapters/git/objects/git-command.ts";
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { Host, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { removeFolder, type TempFolders } from "./folders.ts";
import { materialise } from "./materialise.ts";
import { copyProducts, type SetupProducts } from "./products.ts";
import { createThrowawayRepository } from "./throwaway-repository.ts";

export interface WorkingCopyOptions {
  readonly git: Git;
  readonly sandbox: Sandbox;
  readonly folders: TempFolders;
}

/** What is opened. `git`: with a throw-away repository. */
export interface WorkingCopyBase {
  readonly tree: string;
  readonly listing: Listing;
  readonly products: SetupProducts | null;
  readonly git: boolean;
}

/** A site with what `snapshot` must know of it and the worker must not reach. */
export interface OpenedWorkingCopy {
  readonly workingCopy: WorkingCopy;
  readonly host: Host;
  readonly base: WorkingCopyBase;
}

/** Throws `Failure("git")` or `Failure("sandbox")`; the folder is then gone again. */
export async function openWorkingCopy(needs: WorkingCopyOptions, ground: WorkingCopyBase): Promise<OpenedWorkingCopy> {
  const folder = await needs.folders.create("site");
  try {
    return await settle(needs, ground, folder);
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function settle({ git, sandbox }: WorkingCopyOptions, ground: WorkingCopyBase, folder: string): Promise<OpenedWorkingCopy> {
  const { listing, products } = ground;
  await materialise(git, listing, folder);
  if (products !== null) await copyProducts(products, folder);
  if (ground.git) await createThrowawayRepository(sandbox, folder, { tracked: listing.files.keys(), ignored: products?.added ?? [] });
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
  return { workingCopy, host, base: ground };
}
