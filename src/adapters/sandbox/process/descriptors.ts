/** Starts a child that has nothing open but what it is given, and not what whoever started this process left open. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { Failure } from "#ports/failure.ts";

/** What a child has at a descriptor: Node's words for it, or a descriptor of this process. */
type Slot = "ignore" | "pipe" | number;

/** O_CLOEXEC of <fcntl.h>, where Node runs on Linux. */
const CLOSED_AT_EXEC = 0o2000000;

/** False for what closes when a program starts, which is all that Node opened itself, and for what is gone by now. */
function passesOn(descriptor: string): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_AT_EXEC) === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** The slots, and `nothing` in the place of each descriptor that would pass on. "ignore" leaves the others as they are. */
function covered(slots: readonly Slot[], nothing: number): Slot[] {
  const inherited = new Set(readdirSync("/proc/self/fd").filter(passesOn).map(Number));
  const length = Math.max(slots.length, ...[...inherited].map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => slots[at] ?? (inherited.has(at) ? nothing : "ignore"));
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 0 and up. */
  readonly slots: readonly Slot[];
}

/**
 * Starts a program in a process group of its own. By itself Node closes only the lowest descriptors that it found open. In
 * the place of each other one the child has /dev/null: this process keeps its own, which may be a lock, or the issue that a
 * shell hands over. Elsewhere than on Linux the child gets its slots as they are. Throws `Failure("sandbox")` when it cannot be
 * told what is open, or the system does not take the call; what fails later is the child's event.
 */
export function spawnCovered(file: string, words: readonly string[], { cwd, env, slots }: Surroundings): ChildProcess {
  try {
    const nothing = openSync(devNull, "r");
    try {
      const stdio = process.platform === "linux" ? covered(slots, nothing) : [...slots];
      return spawn(file, words, { cwd, env, detached: true, stdio });
    } finally {
      closeSync(nothing);
    }
  } catch (cause) {
    throw new Failure("sandbox", `${file} could not be started in ${cwd}: ${String(cause)}`, { retryable: false, cause });
  }
}
