/** Reads processes from the files of /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** One process. `start` (clock ticks since boot) tells it from a later one with the same id. */
export interface FamilyProcess {
  readonly pid: number;
  readonly start: string;
}

/** A process with its place in the tree of processes. */
export interface ProcessRow extends FamilyProcess {
  readonly parent: number;
  readonly group: number;
  readonly dead: boolean;
}

/**
 * The text of a file in /proc; empty where it is missing: the process ended while we read, or the system has no /proc.
 * No other error is expected of these files.
 */
export function readProcFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name in the middle may hold spaces and brackets. */
function row(pid: number): ProcessRow | null {
  const stat = readProcFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group] = fields;
  const start = fields[19];
  if (state === undefined || start === undefined) return null;
  return { pid, parent: Number(parent), group: Number(group), dead: state === "Z" || state === "X", start };
}

/** All living processes; none where there is no /proc. */
export function livingProcesses(): readonly ProcessRow[] {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const found = /^\d+$/.test(name) ? row(Number(name)) : null;
    return found === null || found.dead ? [] : [found];
  });
}

/** The living process with this id, to recognise it later; null when it is gone. */
export function familyProcessOf(pid: number): FamilyProcess | null {
  const found = row(pid);
  return found === null || found.dead ? null : { pid, start: found.start };
}
