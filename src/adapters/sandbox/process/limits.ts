/** Limits of one command. The driver enforces them, because limits of the kernel do not hold for root. */

/** The bounds of a command and all its children. */
export interface ProcessLimits {
  /**
   * Resident memory in bytes, summed over all its processes, and as much again that belongs to no process; more of
   * either kills them all.
   */
  readonly memory: number;
  /** Processes at one time; more of them count as too much memory. */
  readonly processes: number;
  /** Characters that are kept of standard output, and as many of standard error. */
  readonly output: number;
  /** Bytes and files by which the disk of its folder may fill while it runs; more of either kills it. */
  readonly disk: number;
  readonly files: number;
  /** Bytes of one file, holes included: the kernel enforces it, also for root. Only in a sandbox. */
  readonly file: number;
  /** Files that one process may have open: the kernel enforces it, also for root. Only in a sandbox. */
  readonly open: number;
}

const GIB = 1024 ** 3;

/** The limits of a run's commands. */
export const PROCESS_LIMITS: ProcessLimits = {
  memory: 4 * GIB,
  processes: 4096,
  output: 200_000,
  disk: 8 * GIB,
  files: 500_000,
  file: 4 * GIB,
  open: 16_384,
};
