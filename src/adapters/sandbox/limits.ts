/** What one command may use. Watched by the driver, because limits of the kernel's own do not hold for root (architecture 6). */

/** The bounds of a command and all its children. */
export interface ProcessLimits {
  /** Resident memory in bytes, summed over all its processes; more of it kills them all. */
  readonly memory: number;
  /** Processes at one time; more of them count as too much memory. */
  readonly processes: number;
  /** Characters that are kept of standard output, and as many of standard error. */
  readonly output: number;
}

/** 4 GiB, 4096 processes, 200,000 characters. */
export const PROCESS_LIMITS: ProcessLimits = { memory: 4 * 1024 ** 3, processes: 4096, output: 200_000 };
