/** Reads and writes single objects of a repository, with three git processes for all of them. */
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { objectId } from "#adapters/git/command/git-command.ts";
import { type GitSession, gitSession, oneLine } from "#adapters/git/command/git-session.ts";
import { answerKeeper } from "#adapters/git/command/kept-answers.ts";
import type { GitProcess } from "#adapters/git/command/run-git.ts";
import { Failure } from "#ports/failure.ts";
import { entriesIn, type TreeEntries, treeInput } from "./tree-entries.ts";

/** Every method throws `Failure("git")` where git does not answer, or says of an object what it should not. */
export interface ObjectStore {
  /** Stores a content as a blob, unfiltered. Gives its id. Idempotent. */
  readonly writeBlob: (content: Buffer) => Promise<string>;
  /** Stores one folder, whose entries must be there. Gives its id. Idempotent. */
  readonly writeTree: (entries: TreeEntries) => Promise<string>;
  /** The content of a file; kept for a while, so that nobody may write into it. */
  readonly blob: (id: string) => Promise<Buffer>;
  /** The entries of one folder. */
  readonly tree: (id: string) => Promise<TreeEntries>;
  /** Ends git. What is asked afterwards starts it anew. Idempotent. */
  readonly close: () => Promise<void>;
}

/** `start`: git with these arguments, over the repository. `folder`: an empty folder of ours, for contents. */
export function objectStore(
  start: (args: readonly string[]) => Promise<GitProcess>,
  folder: () => Promise<string>,
): ObjectStore {
  const blobs = gitSession(() => start(["hash-object", "-w", "--no-filters", "--stdin-paths"]));
  const trees = gitSession(() => start(["mktree", "-z", "--batch"]));
  const reader = gitSession(() => start(["cat-file", "--batch"]));
  const keep = answerKeeper<Buffer>(({ length }) => length);
  let count = 0;
  return {
    writeBlob: async (content) => {
      count += 1;
      const own = `blob-${count}`; // before the wait: other calls run meanwhile
      const path = join(await folder(), own);
      await writeFile(path, content);
      const id = await idFrom(blobs, `${path}\n`);
      await unlink(path);
      return id;
    },
    writeTree: (entries) => idFrom(trees, treeInput(entries)),
    blob: (id) => keep(id, () => objectFrom(reader, id, "blob")),
    tree: async (id) => entriesIn(await objectFrom(reader, id, "tree")),
    close: async () => void (await Promise.all([blobs, trees, reader].map((session) => session.close()))),
  };
}

async function idFrom(session: GitSession, question: Buffer | string): Promise<string> {
  return (await session.ask(question, oneLine)).toString("latin1").trimEnd();
}

/** The content of an object. git says `<id> <kind> <bytes>`, or `<id> missing`, then the content and a line's end. */
async function objectFrom(session: GitSession, id: string, kind: string): Promise<Buffer> {
  const answer = await session.ask(`${objectId(id)}\n`, (begun) => {
    const head = oneLine(begun);
    const size = /^\S+ \S+ (\d+)$/.exec(begun.toString("latin1", 0, Math.min(head - 1, 200)))?.[1];
    return size === undefined || head > begun.length ? head : head + Number(size) + 1;
  });
  const head = oneLine(answer);
  const said = answer.toString("latin1", 0, head - 1);
  if (!said.startsWith(`${id} ${kind} `))
    throw new Failure("git", `git cat-file: wanted the ${kind} ${id}, was told "${said.slice(0, 200)}"`, {
      retryable: false,
    });
  return answer.subarray(head, -1);
}
