/** Opens a site: a folder of its own with a tree's files, what setup added, a host for its files and commands. */
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { Git } from "#adapters/git/objects/run.ts";
import type { Host, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { type Folders, removeFolder } from "./folders.ts";
import { materialise } from "./materialise.ts";
import { copyProducts, type Products } from "./products.ts";
import { throwAway } from "./throw-away.ts";

export interface SiteNeeds {
  readonly git: Git;
  readonly sandbox: Sandbox;
  readonly folders: Folders;
}

/** What is opened. `git`: with a throw-away repository. */
export interface Ground {
  readonly tree: string;
  readonly listing: Listing;
  readonly products: Products | null;
  readonly git: boolean;
}

/** A site with what `snapshot` must know of it and the worker must not reach. */
export interface OpenSite {
  readonly site: WorkingCopy;
  readonly host: Host;
  readonly ground: Ground;
}

/** Throws `Failure("git")` or `Failure("sandbox")`; the folder is then gone again. */
export async function openSite(needs: SiteNeeds, ground: Ground): Promise<OpenSite> {
  const folder = await needs.folders.fresh("site");
  try {
    return await settle(needs, ground, folder);
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function settle({ git, sandbox }: SiteNeeds, ground: Ground, folder: string): Promise<OpenSite> {
  const { listing, products } = ground;
  await materialise(git, listing, folder);
  if (products !== null) await copyProducts(products, folder);
  if (ground.git) await throwAway(sandbox, folder, { tracked: listing.files.keys(), ignored: products?.added ?? [] });
  const host = await sandbox.host(folder);
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    try {
      await host.close();
    } finally {
      await removeFolder(folder);
    }
  };
  const site: WorkingCopy = {
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
  return { site, host, ground };
}
