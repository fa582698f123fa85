/** Reads contents of files from the object store, many with one process, with bounded memory. */
import { objectId } from "#adapters/git/command/git-command.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import type { DecodedFile } from "#core/analysis/changes/forbidden-binary.ts";
import { Failure } from "#ports/failure.ts";

/** A blob's name and its size in bytes, as the tree's listing gave it. */
export interface BlobToRead {
  readonly sha: string;
  readonly size: number;
}

/** Bytes that are read at once. A larger file is read alone. */
const ROUND = 64 * 2 ** 20;

/** Reads blobs in the given order. Throws `Failure("git")` when one is not in the repository. */
export async function* readBlobs<W extends BlobToRead>(
  git: Git,
  wanted: readonly W[],
): AsyncGenerator<readonly (readonly [W, Buffer])[]> {
  for (const round of rounds(wanted)) {
    const input = round.map(({ sha }) => `${objectId(sha)}\n`).join("");
    const { stdout } = await git(["cat-file", "--batch", "--buffer"], { input, lasting: true });
    yield split(stdout, round);
  }
}

function rounds<W extends BlobToRead>(wanted: readonly W[]): readonly (readonly W[])[] {
  const all: W[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const blob of wanted) {
    if (bytes + blob.size > ROUND) {
      all.push([]);
      bytes = 0;
    }
    bytes += blob.size;
    all.at(-1)?.push(blob);
  }
  return all;
}

/** git repeats `<sha> blob <size>` newline content newline (git-scm.com/docs/git-cat-file, batch output). */
function split<W extends BlobToRead>(output: Buffer, wanted: readonly W[]): readonly (readonly [W, Buffer])[] {
  let from = 0;
  return wanted.map((blob) => {
    const end = output.indexOf(10, from);
    const header = output.subarray(from, end).toString("latin1");
    if (header !== `${blob.sha} blob ${blob.size}`) {
      throw new Failure(
        "git",
        `git cat-file: wanted the blob ${blob.sha}, was told "${header.slice(0, 200)}"; fetch the missing objects`,
        {
          retryable: false,
        },
      );
    }
    from = end + 1 + blob.size + 1;
    return [blob, output.subarray(end + 1, end + 1 + blob.size)] as const;
  });
}

/** The content as it is judged. Pure. */
export function decodedBlob(content: Buffer): DecodedFile {
  return { text: content.toString(), isBinary: isBinary(content) };
}

/** Tells binary from text as git does: by a NUL among the first 8,000 bytes. Pure. */
export function isBinary(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0);
}
