/** Runs the built command line as a person would: a child process with an environment of a few known names. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { builtProgram } from "./root.ts";

/** Where the command line works and what it may know of this machine. */
export interface Seat {
  /** The repository. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The few names of this machine's environment that the command line is given. */
export function allowed(outer: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const pairs = ["PATH", "HOME", "LANG", "TZ", "TMPDIR"].flatMap((name) => (outer[name] === undefined ? [] : [[name, outer[name]]]));
  return Object.fromEntries(pairs);
}

/** Runs it to its end; each line of its standard error is told at once. SIGTERM to this process is handed on. */
export async function commandLine(args: readonly string[], { folder, env }: Seat, onLine: (line: string) => void): Promise<Ended> {
  const child = spawn(process.execPath, [builtProgram("cli.mjs"), ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    stderr += `${line}\n`;
    onLine(line);
  });
  const terminate = (): void => void child.kill("SIGTERM");
  process.once("SIGTERM", terminate);
  try {
    await once(child, "close");
    return { code: child.exitCode, stdout, stderr };
  } finally {
    process.off("SIGTERM", terminate);
  }
}
