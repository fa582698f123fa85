/** Stores the memories of a repository on one machine: in a file beside the runs, replaced as a whole. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readTextOrNull, replaceFile } from "#adapters/file-journal/durable.ts";
import { tryLock } from "#adapters/file-journal/lock.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { MemoryPlace, TextVersion } from "./memories.ts";

/** Milliseconds to wait for another process that writes, and between two tries. */
const PATIENCE = 5_000;
const PAUSE = 25;

/** `path`: absolute; its folder is created when it is missing. */
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
  const lockPath = `${path}.lock`;
  const end = clock.now() + PATIENCE;
  for (;;) {
    const lock = await tryLock(lockPath, clock.now());
    if (lock.kind === "held") return work().finally(lock.release);
    if (clock.now() >= end)
      throw new Failure("journal", `${lockPath} is held by process ${lock.holder.pid}; end it, or remove the file`, {
        retryable: true,
      });
    await clock.sleep(PAUSE);
  }
}

/** Turns errors of the file system into `Failure("journal")`; bugs stay what they are. */
async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new Failure("journal", `the memory in ${path}: ${error.message}`, { retryable: false, cause: error });
  }
}
