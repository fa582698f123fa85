/**
 * Read-only tool access to a tree on GitHub: read, grep and glob answer as in a working copy, and nothing is ever run.
 */
import type { TreeFile } from "#adapters/git/objects/listing.ts";
import { cleanPath } from "#adapters/sandbox/host/host-path.ts";
import { plainText } from "#adapters/sandbox/host/plain-text.ts";
import { TEXT_LIMIT } from "#adapters/sandbox/host/protocol.ts";
import {
  globMatcher,
  grepMatcher,
  matchesIn,
  pathWithinScope,
  searchExpression,
} from "#adapters/sandbox/host/search-text.ts";
import { withinTime } from "#adapters/sandbox/process/time-limit.ts";
import { Refused, type SearchMatch, type ToolAccess } from "#ports/tool-access.ts";
import type { BlobStore, ReadingLimits } from "./blob-store.ts";
import { followLinks } from "./follow-links.ts";
import type { TreeListing } from "./tree-listing.ts";

/**
 * Files that a grep reads and searches together, and the milliseconds that it may search them: the server answers no
 * other request meanwhile.
 */
const BATCH = 10;
const SEARCH_TIME = 500;

/** Names of binary files: a grep does not read them. */
const BINARY = new RegExp(
  String.raw`\.(${[
    "avif|bmp|bz2|class|dll|dylib|eot|exe|gif|gz|ico|jar|jpe?g|mov|mp[34]",
    "o|otf|pdf|png|pyc|so|tar|tgz|ttf|wasm|webm|webp|woff2?|xz|zip",
  ].join("|")})$`,
  "i",
);

/** Every file of a tree is tracked, so none is ignored; a tree has no times, so globs return paths in path order. */
export function readOnlyToolAccess(
  listing: TreeListing,
  blobs: BlobStore,
  { searched }: Pick<ReadingLimits, "searched">,
): ToolAccess {
  return {
    async read(path) {
      const file = await followLinks(path, listing, blobs);
      if (file.size > TEXT_LIMIT)
        throw new Refused(`${JSON.stringify(path)} has ${file.size} bytes, at most ${TEXT_LIMIT} can be read.`);
      return plainText(path, await blobs.read(file));
    },
    async grep(pattern, { glob = null, path = "", limit }) {
      const options = { pattern: searchExpression(pattern), limit };
      const files = withinTime(SEARCH_TIME, () => {
        const wanted = grepMatcher(glob);
        return filesBelow(listing, path).filter(
          ({ file, local }) => file.size <= TEXT_LIMIT && !BINARY.test(local) && wanted(local),
        );
      });
      return search(
        files.map(({ file }) => file),
        blobs,
        searched,
        options,
      );
    },
    async glob(pattern, { path = "", limit }) {
      const found = withinTime(SEARCH_TIME, () => {
        const wanted = globMatcher(pattern, false);
        return filesBelow(listing, path).filter(({ local }) => wanted(local));
      });
      return found.slice(0, limit).map(({ file }) => file.path);
    },
    write: () =>
      Promise.reject(new Refused("Nothing can be written here: this is a look at the repository on GitHub.")),
    remove: () =>
      Promise.reject(new Refused("Nothing can be taken away here: this is a look at the repository on GitHub.")),
    exec: () =>
      Promise.reject(
        new Refused("No command can be run here: this is a look at the repository on GitHub. Read its files instead."),
      ),
  };
}

/** Files, not links, at or below a path, with their path relative to it. Throws `Refused`. */
function filesBelow(
  { files }: TreeListing,
  path: string,
): readonly { readonly file: TreeFile; readonly local: string }[] {
  const scope = cleanPath(path);
  return [...files.values()].flatMap((file) => {
    const local = file.mode === "120000" ? null : pathWithinScope(scope, file.path);
    return local === null ? [] : [{ file, local }];
  });
}

async function search(
  files: readonly TreeFile[],
  blobs: BlobStore,
  searched: number,
  { pattern, limit }: { readonly pattern: RegExp; readonly limit: number },
): Promise<readonly SearchMatch[]> {
  if (files.length > searched || !blobs.hasRoom(files))
    throw new Refused(
      `This would read ${files.length} files, more than can be read here. ` +
        "Give a glob or a path that leaves fewer of them.",
    );
  const matches: SearchMatch[] = [];
  for (let from = 0; from < files.length && matches.length < limit; from += BATCH) {
    const texts = await Promise.all(
      files.slice(from, from + BATCH).map(async (file) => ({ path: file.path, bytes: await blobs.read(file) })),
    );
    const room = limit - matches.length;
    matches.push(
      ...withinTime(SEARCH_TIME, () =>
        texts.flatMap(({ path, bytes }) => linesOf(path, bytes, { pattern, limit: room })),
      ).slice(0, room),
    );
  }
  return matches;
}

function linesOf(
  path: string,
  bytes: Buffer,
  options: { readonly pattern: RegExp; readonly limit: number },
): readonly SearchMatch[] {
  return bytes.includes(0) ? [] : matchesIn(path, bytes.toString(), options);
}
