/** Ends what a job has left running, as the runner does: every process that still carries the job's mark in its environment. */
import { readdirSync, readFileSync } from "node:fs";

/** The variable that marks a job's processes. A process that takes it out of its environment is not found, here as there. */
export const MARK = "RUNNER_TRACKING_ID";

/** How often it looks again, for those that were started while it looked. */
const ROUNDS = 10;

/** Kills them and gives their ids. Without /proc nobody is found. */
export function endOrphans(mark: string): readonly number[] {
  const ended = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const orphans = processes().filter((pid) => environmentOf(pid).includes(`${MARK}=${mark}`));
    if (orphans.length === 0) break;
    for (const pid of orphans.filter(kill)) ended.add(pid);
  }
  return [...ended];
}

function processes(): readonly number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** Empty for a process that is not ours to read, or has ended by now. */
function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** False where it has ended by itself meanwhile. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
