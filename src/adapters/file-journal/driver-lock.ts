/** One driver per run: a second one on the same machine is told who has the run, and ends. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type LockResult, tryLock } from "./lock.ts";

/**
 * Takes the run in `folder` for this process, or says which process has it and since when (RACE: two workers, one run).
 * The lock of a dead process is taken over. `now`: milliseconds since the epoch. Released by `release`, or by the process's end.
 */
export async function lockDriver(folder: string, now: number): Promise<LockResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return tryLock(join(folder, "driver.lock"), now);
}
