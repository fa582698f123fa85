/** Stores the memory of a repository on GitHub: a ref of its own, whose commits hold `memory.jsonl`. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { githubFailureOf } from "#adapters/github/client/github-request.ts";
import { readCommit } from "#adapters/github/ref-journal/commit-files.ts";
import { moveRefs, readRepositoryId } from "#adapters/github/ref-journal/move-refs.ts";
import { readRefTarget } from "#adapters/github/ref-journal/refs.ts";
import { type ParentCommit, writeStateCommit } from "#adapters/github/ref-journal/write-commit.ts";
import type { MemoryPlace, TextVersion } from "#adapters/memory/memories.ts";

/** The ref. */
export const MEMORY_REF = "refs/loopwright/memory";
/** The file in its commits. */
const FILE = "memory.jsonl";

/** `repositoryId`: the repository's node id, where it is known; null is read when something is written. */
interface Commit extends TextVersion, ParentCommit {
  readonly repositoryId: string | null;
}

/**
 * Reading takes one request where there is no memory yet, else two; writing three. `repositoryId`: the repository's
 * node id, as webhooks carry it. `seen`: the ref's target a moment ago, where the caller has read it; the first reading
 * uses it, and a change is compared with the current target.
 */
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
      const target = await look();
      look = async () => undefined;
      const head = target === undefined ? await readRefTarget(api, place, MEMORY_REF) : target;
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

/**
 * The result of a move that was not confirmed: the ref's target shows whether it took effect, even when the answer was
 * lost.
 */
function outcomeOf(
  error: unknown,
  now: string | null,
  { before, after }: { readonly before: string | null; readonly after: string },
): boolean {
  if (now === after) return true;
  if (now !== before) return false;
  throw githubFailureOf(error, {
    service: "journal",
    adviceFor: () => `check that no ruleset keeps the App from moving ${MEMORY_REF}`,
  });
}
