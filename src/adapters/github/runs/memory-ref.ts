/** The memory of a repository on GitHub: a ref of its own, whose commits hold `memory.jsonl` (architecture 5). */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { githubFailureOf } from "#adapters/github/client/github-request.ts";
import { readCommit } from "#adapters/github/ref-journal/commit-files.ts";
import { moveRefs, readRefTarget, readRepositoryId } from "#adapters/github/ref-journal/refs.ts";
import { type ParentCommit, writeStateCommit } from "#adapters/github/ref-journal/write-commit.ts";
import type { MemoryPlace, TextVersion } from "#adapters/memory/memories.ts";

/** The ref. */
export const MEMORY_REF = "refs/loopwright/memory";
/** The file in its commits. */
const FILE = "memory.jsonl";

/** `repositoryId`: the repository's node id, where it is known; null is asked for when something is written. */
interface Commit extends TextVersion, ParentCommit {
  readonly repositoryId: string | null;
}

/** Reading takes one request where there is no memory yet, else two; writing three. `repositoryId`: the repository's node id, as webhooks carry it. `seen`: where the ref was a moment ago, where somebody has looked; the first reading takes their word, and a change is held against what is there. */
export function memoryRef(
  api: Api,
  place: RepositoryLocation,
  repositoryId: string | null,
  seen: () => Promise<string | null | undefined> = async () => undefined,
): MemoryPlace<Commit> {
  let look = seen;
  return {
    name: MEMORY_REF,
    async read() {
      const told = await look();
      look = async () => undefined;
      const head = told === undefined ? await readRefTarget(api, place, MEMORY_REF) : told;
      if (head === null) return { text: "", head, tree: null, repositoryId };
      const { files, tree, repositoryId: id } = await readCommit(api, place, head);
      return { text: files.get(FILE) ?? "", head, tree, repositoryId: id };
    },
    async replace(before, text, why) {
      const { head: commit } = await writeStateCommit(api, place, before, {
        changes: new Map([[FILE, text]]),
        message: `loopwright: ${why}`,
      });
      const id = before.repositoryId ?? (await readRepositoryId(api, place));
      try {
        await moveRefs(api, id, [{ name: MEMORY_REF, before: before.head, after: commit }]);
        return true;
      } catch (error) {
        return outcomeOf(error, await readRefTarget(api, place, MEMORY_REF), { before: before.head, after: commit });
      }
    },
  };
}

/** What came of a move that was not confirmed: a look at the ref says whether it took effect, however the answer got lost. */
function outcomeOf(
  error: unknown,
  now: string | null,
  { before, after }: { readonly before: string | null; readonly after: string },
): boolean {
  if (now === after) return true;
  if (now !== before) return false;
  throw githubFailureOf(error, { service: "journal", adviceFor: () => `check that no ruleset keeps the App from moving ${MEMORY_REF}` });
}
