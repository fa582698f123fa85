/** How much memory a process has, as /proc shows it: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
import { readFileSync } from "node:fs";

/** MiB in memory now (`VmRSS`), or the most there was at one time (`VmHWM`). Throws where there is no such process, or nothing is said. */
export function processMemory(pid: number, what: "VmRSS" | "VmHWM"): number {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc says no ${what} of process ${pid}`);
  return Number(kilobytes) / 1_024;
}
