/** Starts a program in a process group of its own, with an environment and streams that the caller names. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { Failure } from "#ports/failure.ts";
import { spawnCovered } from "./descriptors.ts";
import type { Environment } from "./environment.ts";

/**
 * A program to start. It gets this environment and no other, its own process group, no standard input, and no other
 * open descriptor.
 */
export interface Launch {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Environment;
  /**
   * Give it a pipe as file descriptor 3. Only for a program that we trust: a process that it names there is killed in
   * the end.
   */
  readonly reports: boolean;
  /** Bytes to read from the next file descriptor; null = there is none. */
  readonly filter: Buffer | null;
}

/** Standard input, output, error, and the report of a program that reports. */
type Streams = readonly ("ignore" | "pipe")[];

/** Starts the program in a group of its own. Throws `Failure("sandbox")` when it cannot be started. */
export async function startProcess(launch: Launch, streams: Streams): Promise<{ child: ChildProcess; leader: number }> {
  const { file, folder: cwd, environment: env, filter } = launch;
  const child = spawnCovered(file, launch.arguments, {
    cwd,
    env,
    slots: filter === null ? streams : [...streams, "pipe"],
  });
  const last = child.stdio[streams.length];
  // A program that ends before it has read everything reports the reason by its status.
  if (filter !== null && last instanceof Writable) last.on("error", () => undefined).end(filter);
  if (child.pid !== undefined) return { child, leader: child.pid };
  const [cause]: unknown[] = await once(child, "error");
  throw new Failure("sandbox", `${file} could not be started in ${cwd}: ${String(cause)}`, { retryable: false, cause });
}
