/** Lists the kernel's own files below /proc, which a sandbox shows read-only. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./bubblewrap.ts";

/** Folders of processes: what a process writes below its own concerns itself. The links (`self`, `net`) lead there. */
const PROCESS = /^\d+$/;

/**
 * Everything directly below /proc that belongs to no process, as the machine has it now. A /proc of its own does not
 * keep root from writing to it: bubblewrap covers a few folders, and only those that look writable; and the owner of a
 * file may change its mode. Mounted from outside, each file shows what the process may know, except /proc/locks, which
 * would show the machine's locks: /dev/null replaces it.
 */
export function kernelFiles(): readonly Mount[] {
  // By names first: `withFileTypes` stats a process that ended meanwhile, and throws.
  return readdirSync("/proc")
    .filter((name) => !PROCESS.test(name) && !lstatSync(join("/proc", name)).isSymbolicLink())
    .map((name) => ({ source: name === "locks" ? "/dev/null" : join("/proc", name), target: join("/proc", name) }));
}
