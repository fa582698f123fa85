/** Whether a process lives: read from /proc, because a signal reaches one as well that is dead and that nobody has waited for. */
import { readFileSync } from "node:fs";

/** False where there is no such process any more, and for a zombie. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return false;
    throw error;
  }
}
