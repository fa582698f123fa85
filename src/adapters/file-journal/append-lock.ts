/** Lets one process at a time append to a journal in a folder. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { HistoryStore } from "./history-file.ts";
import { tryLock } from "./lock.ts";

/** Milliseconds that an append waits for another process, and between two tries. */
const PATIENCE = 5_000;
const PAUSE = 20;

/**
 * Does the work under the lock. Throws `Failure("journal")`, retryable, when another process does not release it in
 * time.
 */
export async function locked<T>(store: HistoryStore, clock: Clock, work: () => Promise<T>): Promise<T> {
  await mkdir(store.folder, { recursive: true, mode: 0o700 });
  const end = clock.now() + PATIENCE;
  for (;;) {
    const lock = await tryLock(lockOf(store), clock.now());
    if (lock.kind === "held") return work().finally(lock.release);
    if (clock.now() >= end) {
      const since = new Date(lock.holder.since).toISOString();
      throw new Failure(
        "journal",
        `${lockOf(store)} is held by process ${lock.holder.pid} since ${since}; end it, or remove the file`,
        {
          retryable: true,
        },
      );
    }
    await clock.sleep(PAUSE);
  }
}

/** The path of the lock file. */
export function lockOf({ folder }: HistoryStore): string {
  return join(folder, "history.lock");
}
