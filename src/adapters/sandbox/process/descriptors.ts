/** Starts a child with no open descriptors but those it is given, even where this process inherited others. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { Failure } from "#ports/failure.ts";

/** A descriptor of a child: Node's word for it, or a descriptor of this process. */
type Slot = "ignore" | "pipe" | number;

/** O_CLOEXEC of <fcntl.h>, where Node runs on Linux. */
const CLOSED_AT_EXEC = 0o2000000;

/**
 * False for a descriptor that closes when a program starts, as all that Node opens itself, and for one that is gone by
 * now.
 */
function passesOn(descriptor: string): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_AT_EXEC) === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/**
 * The slots, with `nothing` in the place of each descriptor that the child would inherit. "ignore" leaves the others as
 * they are.
 */
function covered(slots: readonly Slot[], nothing: number): Slot[] {
  const inherited = new Set(readdirSync("/proc/self/fd").filter(passesOn).map(Number));
  const length = Math.max(slots.length, ...[...inherited].map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => slots[at] ?? (inherited.has(at) ? nothing : "ignore"));
}

interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 0 and up. */
  readonly slots: readonly Slot[];
}

/**
 * Starts a program in a process group of its own. Node alone closes only the lowest descriptors that it found open. In
 * the place of each other one the child gets /dev/null: this process keeps its own, which may be a lock, or a file that
 * a shell passes on. On other systems than Linux the child gets its slots as they are. Throws `Failure("sandbox")` when
 * the open descriptors cannot be listed, or the system refuses the call; later failures are the child's events.
 */
export function spawnCovered(file: string, words: readonly string[], { cwd, env, slots }: SpawnOptions): ChildProcess {
  try {
    const nothing = openSync(devNull, "r");
    try {
      const stdio = process.platform === "linux" ? covered(slots, nothing) : [...slots];
      return spawn(file, words, { cwd, env, detached: true, stdio });
    } finally {
      closeSync(nothing);
    }
  } catch (cause) {
    throw new Failure("sandbox", `${file} could not be started in ${cwd}: ${String(cause)}`, {
      retryable: false,
      cause,
    });
  }
}
