/** The memory of a repository on one machine: a file beside the runs, replaced as a whole (architecture 5). */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readTextOrNull, replaceFile } from "#adapters/file-journal/durable.ts";
import { tryLock } from "#adapters/file-journal/lock.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { MemoryPlace, TextVersion } from "./memories.ts";

/** Milliseconds for which another process may write, and between two looks whether it still does. */
const PATIENCE = 5_000;
const PAUSE = 25;

/** `path`: absolute; its folder is made when it is missing. */
export function memoryFile(path: string, clock: Clock): MemoryPlace<TextVersion> {
  const read = async (): Promise<TextVersion> => ({ text: (await readTextOrNull(path)) ?? "" });
  return {
    name: path,
    read: () => guarded(path, read),
    replace: (before, text) =>
      guarded(path, () =>
        locked(path, clock, async () => {
          if ((await read()).text !== before.text) return false;
          await replaceFile(path, text);
          return true;
        }),
      ),
  };
}

async function locked<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const lock = `${path}.lock`;
  const end = clock.now() + PATIENCE;
  for (;;) {
    const hold = await tryLock(lock, clock.now());
    if (hold.kind === "held") return work().finally(hold.release);
    if (clock.now() >= end)
      throw new Failure("journal", `${lock} is held by process ${hold.holder.pid}; end it, or remove the file`, { retryable: true });
    await clock.sleep(PAUSE);
  }
}

/** What the file system throws is a memory that does not work; our own mistakes stay what they are. */
async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new Failure("journal", `the memory in ${path}: ${error.message}`, { retryable: false, cause: error });
  }
}
