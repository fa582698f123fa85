/** Measures the machine's free memory while a command runs: pages of a file without a name belong to no process. */
import type { ProcessLimits } from "./limits.ts";
import { readProcFile } from "./proc-files.ts";

interface FreeMemory {
  /**
   * Bytes in files that are memory: of memory file systems, and of files without a name (memfd_create, System V
   * segments).
   */
  readonly shared: number;
  /** Bytes that could still be allocated. */
  readonly available: number;
}

/** https://man7.org/linux/man-pages/man5/proc_meminfo.5.html; null where there is no /proc. */
function roomOf(): FreeMemory | null {
  const text = readProcFile("/proc/meminfo");
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+) kB$`, "m").exec(text)?.[1] ?? Number.NaN) * 1024;
  const room = { shared: bytes("Shmem"), available: bytes("MemAvailable") };
  return Number.isNaN(room.shared) || Number.isNaN(room.available) ? null : room;
}

/** Bytes that must stay free for the driver and other programs: half of what was free, at most 256 MiB. */
const RESERVE = 256 * 1024 ** 2;

/**
 * Returns a function that is true once memory that belongs to no process has grown by more than the limit since now, or
 * the machine has nearly none left. Memory of other programs counts as well: the limit is far above what a command
 * needs. Never true where there is no /proc.
 */
export function memoryWatch({ memory }: Pick<ProcessLimits, "memory">): () => boolean {
  const before = roomOf();
  const reserve = Math.min(RESERVE, (before?.available ?? 0) / 2);
  return () => {
    const now = roomOf();
    if (before === null || now === null) return false;
    return now.shared - before.shared > memory || now.available < reserve;
  };
}
