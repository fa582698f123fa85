/** Listings that several jobs share: each is read once, a failed read is none, and the oldest go when there are too many files. */
import { expect, it } from "vitest";
import { listingStore } from "#adapters/github/trees/listing-store.ts";
import type { TreeListing } from "#adapters/github/trees/tree-listing.ts";

const of = (count: number): TreeListing => ({
  files: new Map(Array.from({ length: count }, (_, at) => [`${at}`, { path: `${at}`, mode: "100644" as const, sha: "a", size: 1 }])),
  folders: new Set(),
});

function counted(most?: number) {
  const reads: string[] = [];
  const store = listingStore(most);
  const listing = (key: string, count = 1) =>
    store(key, async () => {
      reads.push(key);
      return of(count);
    });
  return { reads, listing, store };
}

it("reads a tree once, also where two ask at the same time", async () => {
  const { reads, listing } = counted();
  const [one, two] = await Promise.all([listing("a"), listing("a")]);
  expect([one === two, await listing("a"), reads]).toEqual([true, one, ["a"]]);
});

it("does not keep a read that failed", async () => {
  const { reads, listing, store } = counted();
  await expect(store("a", () => Promise.reject(new Error("GitHub is away")))).rejects.toThrow("GitHub is away");
  await listing("a");
  expect(reads).toEqual(["a"]);
});

it("forgets the oldest where there are too many files, and keeps none that is larger than all may be", async () => {
  const { reads, listing } = counted(10);
  for (const key of ["a", "b", "c"]) await listing(key, 4);
  for (const key of ["c", "b", "a"]) await listing(key, 4);
  expect(reads).toEqual(["a", "b", "c", "a"]);
  await listing("large", 11);
  await listing("large", 11);
  expect(reads.slice(4)).toEqual(["large", "large"]);
});
