/** The port `Workspace` for the bot: a repository read through the API, without a clone and without commands. */
import { isBinary } from "#adapters/git/objects/blobs.ts";
import { blobsOf } from "#adapters/git/objects/listing.ts";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import type { Workspace } from "#ports/workspace.ts";
import { blobStore, type ReadingLimits } from "./blob-store.ts";
import { type ListingStore, listingStore } from "./listing-store.ts";
import { readOnlyToolAccess } from "./read-only-tool-access.ts";
import { readListing, type TreeListing } from "./tree-listing.ts";

/** `know` adds a content that is known from elsewhere: it is not requested. */
export interface ReadingWorkspace extends Workspace {
  readonly know: (content: Buffer) => void;
}

/**
 * Reads trees by their SHA: one request for a tree that `listings` does not hold, one for each content, together within
 * the limits. Working copies are read-only. Every method that would run, write or compare something throws an `Error`:
 * no station without a clone may call it.
 */
export function readingWorkspace(
  api: Api,
  place: RepositoryLocation,
  limits: ReadingLimits,
  listings: ListingStore = listingStore(),
): ReadingWorkspace {
  const blobs = blobStore(api, place, limits);
  const listing = (tree: string): Promise<TreeListing> =>
    listings(`${place.owner}/${place.repo} ${tree}`, () => readListing(api, place, tree));
  return {
    know: blobs.know,
    sandbox: "none",
    async open(tree, { git }) {
      if (git) return never("open a repository to work in")();
      return { toolAccess: readOnlyToolAccess(await listing(tree), blobs, limits), close: async () => undefined };
    },
    async textAt(tree, path) {
      const file = (await listing(tree)).files.get(path);
      if (file === undefined || file.mode === "120000") return null;
      const content = await blobs.read(file);
      // As git tells text from binary.
      return isBinary(content) ? null : content.toString();
    },
    paths: async (tree) => [...(await listing(tree)).files.keys()],
    blobs: async (tree) => blobsOf(await listing(tree)),
    fresh: () => {
      throw impossible("make a fresh checkout");
    },
    outlineAt: never("read a test's syntax tree"),
    faultSpotsAt: never("read a file's syntax tree"),
    setup: never("set anything up"),
    snapshot: never("take a snapshot"),
    treeOf: never("look up a commit"),
    changes: never("compare trees"),
    objections: never("compare trees"),
    weights: never("compare trees"),
    patch: never("compare trees"),
    edited: never("write a tree"),
    restore: never("write a tree"),
    commit: never("commit"),
    mergeTrees: never("merge trees"),
    merge: never("merge"),
  };
}

function never(deed: string): () => Promise<never> {
  return () => Promise.reject(impossible(deed));
}

function impossible(deed: string): Error {
  return new Error(`bug: the desk cannot ${deed}: it reads the repository through the API and runs nothing`);
}

/** The base of a run. */
export interface BaseOfRun {
  readonly branch: string;
  readonly commit: string;
  readonly tree: string;
}

/**
 * The branch (null: the default branch) with its commit and tree now. One request, two where the branch is not given.
 * Throws `Failure("git")`.
 */
export async function readBaseOfRun(
  api: Api,
  { owner, repo }: RepositoryLocation,
  branch: string | null,
): Promise<BaseOfRun> {
  const name =
    branch ?? (await askGitHub(() => api.rest.repos.get({ owner, repo }), { service: "git" })).data.default_branch;
  const advice = (): string => `${owner}/${repo} must have a branch ${name} with a commit`;
  // One file of the commit's changes is enough: they are not used.
  const request = () => api.rest.repos.getCommit({ owner, repo, ref: `heads/${name}`, per_page: 1 });
  const { data } = await askGitHub(request, {
    service: "git",
    adviceFor: ({ status }) => ([404, 409, 422].includes(status) ? advice() : null),
  });
  return { branch: name, commit: data.sha, tree: data.commit.tree.sha };
}
