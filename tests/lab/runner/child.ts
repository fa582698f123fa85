/** Runs one process of a step to its end, in a group of its own, and cancels it as the runner does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

export interface Launch {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Nothing else of the machine's environment reaches it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Milliseconds. https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-cancellation */
export interface Patience {
  /** From SIGINT to SIGTERM. */
  readonly interrupt: number;
  /** From SIGTERM to SIGKILL. */
  readonly terminate: number;
  /** From the cancellation of a run to the end of what goes on in spite of it, `if: always()`. */
  readonly force: number;
}

export const PATIENCE: Patience = { interrupt: 7_500, terminate: 2_500, force: 300_000 };

export interface Watcher {
  readonly signal: AbortSignal;
  readonly patience: Patience;
  /** Each line of its output and its errors, without the line's end. */
  onLine(line: string): void;
}

/**
 * The exit status, 128 and more for a signal as a shell says it; null when it was cancelled, whatever its status. Throws the
 * system's `Error` when the program does not start. What it leaves in its process group is killed.
 */
export async function runChild(launch: Launch, { signal, patience, onLine }: Watcher): Promise<number | null> {
  if (signal.aborted) return null;
  const child = spawn(launch.file, launch.arguments, {
    cwd: launch.folder,
    env: launch.environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = Promise.all([eachLine(child.stdout, onLine), eachLine(child.stderr, onLine)]);
  const timers: NodeJS.Timeout[] = [];
  const cancel = (): void => {
    // GitHub signals the step's first process; only the kill at the end takes all of them.
    child.kill("SIGINT");
    timers.push(setTimeout(() => child.kill("SIGTERM"), patience.interrupt));
    timers.push(setTimeout(() => killGroup(child), patience.interrupt + patience.terminate));
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [code]: unknown[] = await once(child, "exit");
    killGroup(child);
    // A process that left the group may still hold the pipes; it is not waited for.
    await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
    if (signal.aborted) return null;
    return typeof code === "number" ? code : 137;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The group is empty: there is nothing to kill.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Ends when the stream has ended; a last line without an end counts. */
async function eachLine(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
  });
  await once(stream, "close");
  if (rest !== "") onLine(rest);
}
