/** What one command may use. Watched by the driver, because limits of the kernel's own do not hold for root (architecture 6). */

/** The bounds of a command and all its children. */
export interface ProcessLimits {
  /** Resident memory in bytes, summed over all its processes, and as much again that belongs to none of them; more of either kills them all. */
  readonly memory: number;
  /** Processes at one time; more of them count as too much memory. */
  readonly processes: number;
  /** Characters that are kept of standard output, and as many of standard error. */
  readonly output: number;
  /** Bytes and files by which the disk of its folder may fill while it runs; more of either kills it (FS-11, EX-10). */
  readonly disk: number;
  readonly files: number;
  /** Bytes of one file, holes included: the kernel's own bound, also for root. Only where there are walls. */
  readonly file: number;
  /** Files that one process may have open: the kernel's own bound, also for root. Only where there are walls. */
  readonly open: number;
}

const GIB = 1024 ** 3;

/** What commands of a run may use. */
export const PROCESS_LIMITS: ProcessLimits = {
  memory: 4 * GIB,
  processes: 4096,
  output: 200_000,
  disk: 8 * GIB,
  files: 500_000,
  file: 4 * GIB,
  open: 16_384,
};
