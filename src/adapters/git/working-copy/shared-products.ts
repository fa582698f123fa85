/** Lets a working copy share what setup added with others: it lies below, and nobody changes it. */
import type { Underlay } from "#adapters/sandbox/host/sandbox.ts";
import { hasPlace } from "./copy-products.ts";
import type { TempFolders } from "./folders.ts";
import type { SetupProducts } from "./products.ts";

/**
 * The products as what lies below a working copy at `to`, which then sees what a copy would: what the tree holds covers
 * them. Null where the tree has no place for one of them, for which one that lies below would make one.
 */
export async function underlayFor(products: SetupProducts, to: string, folders: TempFolders): Promise<Underlay | null> {
  for (const path of products.added) if (!(await hasPlace(to, path))) return null;
  return { lower: products.folder, work: await folders.create("work"), merged: await folders.create("merged") };
}
