/** What lies below /proc beside the processes: the kernel's own files, which a sandbox shows read-only. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./bubblewrap.ts";

/** What a process writes below its own name concerns itself. The links (`self`, `net`) lead to there. */
const PROCESS = /^\d+$/;

/**
 * Everything directly below /proc that belongs to no process, as the machine has it now. A /proc of its own does not keep root
 * from it: bubblewrap covers a few folders, and those only that look writable; and who owns a file may change its mode for all.
 * Shown from outside, each tells what the process may know, except for /proc/locks, which would tell the machine's: there is
 * nothing in its place.
 */
export function kernelFiles(): readonly Mount[] {
  return readdirSync("/proc", { withFileTypes: true })
    .filter((entry) => !PROCESS.test(entry.name) && !entry.isSymbolicLink())
    .map(({ name }) => ({ source: name === "locks" ? "/dev/null" : join("/proc", name), target: join("/proc", name) }));
}
