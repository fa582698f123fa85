/** How long a process has worked, as /proc shows it. */
import { readFileSync } from "node:fs";

/** Of one tick of `/proc/<pid>/stat`; the same on every Linux (USER_HZ). */
const MS = 10;

/** Milliseconds of processor time of all threads of a process, its own work and the system's for it. Throws where there is no such process. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Behind the name, which may hold anything: state is the first, then user time the 12th, system time the 13th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS;
}
