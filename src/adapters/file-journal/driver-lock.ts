/** Lets one driver work at a run: a second one on the same machine learns which process has the run, and ends. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type LockResult, tryLock } from "./lock.ts";

/**
 * Locks the run in `folder` for this process, or names the process that has it and since when. The lock of a dead
 * process is taken over. `now`: milliseconds since the epoch. `release` or the end of the process frees it.
 */
export async function lockDriver(folder: string, now: number): Promise<LockResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return tryLock(join(folder, "driver.lock"), now);
}
