/** Keeps listings of trees, for one job or for all jobs of a process: a tree never changes. */
import type { TreeListing } from "./tree-listing.ts";

/** Gives what is kept under a key (the repository and the tree), or else reads it. A read that fails is not kept. */
export type ListingStore = (key: string, read: () => Promise<TreeListing>) => Promise<TreeListing>;

/** Files of all listings that are kept together: some 50 MB. The oldest go first. */
const MOST_FILES = 200_000;

/** Makes an empty store. */
export function listingStore(most = MOST_FILES): ListingStore {
  const kept = new Map<string, Promise<TreeListing>>();
  const sizes = new Map<string, number>();
  const forget = (key: string): void => {
    kept.delete(key);
    sizes.delete(key);
  };
  const count = (key: string, { files }: TreeListing): void => {
    sizes.set(key, files.size);
    for (const oldest of [...sizes.keys()]) {
      const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
      if (sum > most) forget(oldest);
    }
  };
  return (key, read) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    const reading = read();
    kept.set(key, reading);
    reading.then(
      (listing) => count(key, listing),
      () => forget(key),
    );
    return reading;
  };
}
