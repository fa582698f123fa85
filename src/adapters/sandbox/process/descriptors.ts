/** Starts a child with no open descriptors but those it is given, even where this process inherited others. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** The first letters of what covers a descriptor, as `/proc/<pid>/fd` names it. */
export const NOTHING = join(tmpdir(), "loopwright-nothing-");

/**
 * Opens an empty file that has no name any more. Not /dev/null: root could change the machine's own through it.
 */
function openNothing(): number {
  const path = `${NOTHING}${randomUUID()}`;
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_CREAT | constants.O_EXCL, 0o400);
  unlinkSync(path);
  return descriptor;
}

/** The descriptors from `first` on that a child would inherit. */
function inheritedFrom(first: number): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd")
    .filter((name) => Number(name) >= first && passesOn(name))
    .map(Number);
}

/** The slots, with `nothing` in the place of each inherited descriptor. "ignore" leaves the others as they are. */
function covered(slots: readonly Slot[], inherited: readonly number[], nothing: number): Slot[] {
  const length = Math.max(slots.length, ...inherited.map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => slots[at] ?? (inherited.includes(at) ? nothing : "ignore"));
}

interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 0 and up. */
  readonly slots: readonly Slot[];
}

/**
 * Starts a program in a process group of its own. Node alone closes only the lowest descriptors that it found open. In
 * the place of each other one the child gets an empty file: this process keeps its own, which may be a lock, or a file
 * that a shell passes on. On other systems than Linux the child gets its slots as they are. Throws `Failure("sandbox")`
 * when the open descriptors cannot be listed, or the system refuses the call; later failures are the child's events.
 */
export function spawnCovered(file: string, words: readonly string[], { cwd, env, slots }: SpawnOptions): ChildProcess {
  const begin = (stdio: Slot[]): ChildProcess => spawn(file, words, { cwd, env, detached: true, stdio });
  try {
    const inherited = inheritedFrom(slots.length);
    if (inherited.length === 0) return begin([...slots]);
    const nothing = openNothing();
    try {
      return begin(covered(slots, inherited, nothing));
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
