/** Reads contents of files from GitHub once each and keeps them, up to a limit. */
import type { TreeFile } from "#adapters/git/objects/listing.ts";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { Failure } from "#ports/failure.ts";
import { blobBatchReader, gitBlobIdOf } from "./many-blobs.ts";

/** Limits for one job of the bot. `bytes` of all blobs together; `searched`: files of one grep. */
export interface ReadingLimits {
  readonly blobs: number;
  readonly bytes: number;
  readonly searched: number;
}

/** 500 blobs, 20 MB, 200 files of one grep. */
export const READING_LIMITS: ReadingLimits = { blobs: 500, bytes: 20 * 1024 ** 2, searched: 200 };

export interface BlobStore {
  /**
   * At most one request for a content that was not read before; simultaneous reads share one. Throws `Failure("git")`,
   * also when the limit is reached.
   */
  readonly read: (file: TreeFile) => Promise<Buffer>;
  /** Adds a content that is known from elsewhere: it is not requested. */
  readonly know: (content: Buffer) => void;
  /** True when all of these can still be read. */
  readonly hasRoom: (files: readonly TreeFile[]) => boolean;
}

export function blobStore(api: Api, place: RepositoryLocation, { blobs, bytes }: ReadingLimits): BlobStore {
  const blobOf = blobBatchReader(api, place);
  const known = new Map<string, Promise<Buffer>>();
  let taken = 0;

  const hasRoom = (files: readonly TreeFile[]): boolean => {
    const fresh = new Map(files.filter(({ sha }) => !known.has(sha)).map(({ sha, size }) => [sha, size]));
    return (
      known.size + fresh.size <= blobs && taken + [...fresh.values()].reduce((sum, size) => sum + size, 0) <= bytes
    );
  };
  const fetch = async ({ sha, size }: TreeFile): Promise<Buffer> => {
    taken += size;
    try {
      const content = await blobOf(sha);
      taken += content.length - size;
      return content;
    } catch (error) {
      taken -= size;
      known.delete(sha);
      throw error;
    }
  };
  const read = (file: TreeFile): Promise<Buffer> => {
    const found = known.get(file.sha);
    if (found !== undefined) return found;
    if (!hasRoom([file])) return Promise.reject(full(file.path, { blobs, bytes }));
    const reading = fetch(file);
    known.set(file.sha, reading);
    return reading;
  };
  const know = (content: Buffer): void => {
    taken += content.length;
    known.set(gitBlobIdOf(content), Promise.resolve(content));
  };
  return { read, know, hasRoom };
}

function full(path: string, { blobs, bytes }: Pick<ReadingLimits, "blobs" | "bytes">): Failure {
  const message =
    `${JSON.stringify(path)} is not read: the desk reads at most ${blobs} files and ${bytes} bytes ` +
    "of a repository for one plan. Name the files that matter in the issue";
  return new Failure("git", message, { retryable: false });
}
