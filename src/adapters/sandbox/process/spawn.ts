/** Starts a command, reads it within bounds, and leaves nothing of it behind. Knows nothing of sandboxes. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { boundedText } from "./bounded-text.ts";
import { spawnCovered } from "./descriptors.ts";
import { diskWatch } from "./disk-watch.ts";
import type { Environment } from "./environment.ts";
import type { ProcessLimits } from "./limits.ts";
import { memoryWatch } from "./memory-watch.ts";
import { endFamily, type FamilyProcess, familyOf, familyProcessOf, killFamily, processUsageOf } from "./process-family.ts";

/** A program to start. It gets this environment and no other, its own process group, no standard input, nothing else open. */
export interface Launch {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Environment;
  /** Give it a pipe as file descriptor 3. Only for a program that we trust: whom it names there is killed in the end. */
  readonly reports: boolean;
  /** What it reads from the next file descriptor, to its end; null = there is none. */
  readonly filter: Buffer | null;
}

export interface RunBounds {
  /** Milliseconds of wall time. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly limits: ProcessLimits;
  /** The folder whose disk it may fill. */
  readonly fills: string;
}

/** `report` is what the program wrote to its file descriptor 3, at most 64 KiB; empty without one. */
export interface RunOutcome extends ExecResult {
  readonly report: string;
}

type Reason = "time" | "memory" | "disk" | "abort";

/** How often memory and disk are looked at, in milliseconds. */
const WATCH = 200;
/** How long killed processes may take to go, in milliseconds. */
const PATIENCE = 5_000;
/** Node takes longer timeouts for 1 ms. */
const LONGEST = 2 ** 31 - 1;

/** Standard input, output, error, and the report of a program that reports. */
type Streams = readonly ("ignore" | "pipe")[];

/** Starts the program in a group of its own. Throws `Failure("sandbox")` when it cannot be started. */
export async function startProcess(launch: Launch, streams: Streams): Promise<{ child: ChildProcess; leader: number }> {
  const { file, folder: cwd, environment: env, filter } = launch;
  const child = spawnCovered(file, launch.arguments, { cwd, env, slots: filter === null ? streams : [...streams, "pipe"] });
  const last = child.stdio[streams.length];
  // A program that ends before it has read all tells by its status why.
  if (filter !== null && last instanceof Writable) last.on("error", () => undefined).end(filter);
  if (child.pid !== undefined) return { child, leader: child.pid };
  const [cause]: unknown[] = await once(child, "error");
  throw new Failure("sandbox", `${file} could not be started in ${cwd}: ${String(cause)}`, { retryable: false, cause });
}

/** Bubblewrap names the first process of its namespace in its report; that one dies after its parent, so we must know it. */
function readReport(stream: unknown, known: FamilyProcess[]): () => string {
  let report = "";
  if (!(stream instanceof Readable)) return () => report;
  stream.on("data", (chunk: Buffer) => {
    report = (report + chunk.toString("utf8")).slice(0, 65_536);
    const pid = Number(/"child-pid": (\d+)/.exec(report)?.[1] ?? 0);
    const inner = known.some((member) => member.pid === pid) ? null : familyProcessOf(pid);
    if (inner !== null) known.push(inner);
  });
  return () => report;
}

/** Calls `kill` at most once, for the first bound that is passed; `stop` ends the watch and says which it was. */
function watch(leader: number, { timeout, signal, limits, fills }: RunBounds, kill: () => void): { readonly stop: () => Reason | null } {
  let reason: Reason | null = null;
  const [isFull, isShort] = [diskWatch(fills, limits), memoryWatch(limits)];
  const end = (why: Reason): void => {
    if (reason !== null) return;
    reason = why;
    kill();
  };
  const look = (): void => {
    const { memory, processes } = processUsageOf(familyOf(leader, []));
    if (memory > limits.memory || processes > limits.processes || isShort()) end("memory");
    else if (isFull()) end("disk");
  };
  const abort = (): void => end("abort");
  const timer = setTimeout(() => end("time"), Math.min(timeout, LONGEST));
  const watcher = setInterval(look, WATCH);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    stop: () => {
      clearTimeout(timer);
      clearInterval(watcher);
      signal.removeEventListener("abort", abort);
      return reason;
    },
  };
}

/** A program that ended by a signal has the number that a shell gives it. */
function statusOf(code: number | null, signal: NodeJS.Signals | null): number | null {
  return signal === null ? code : 128 + constants.signals[signal];
}

/**
 * Runs the program to its end and kills what it leaves behind: its group and its descendants, as far as /proc shows them.
 * Throws `Interrupted` when aborted, `Failure("sandbox")` when it does not start or will not die.
 */
export async function runBounded(launch: Launch, bounds: RunBounds): Promise<RunOutcome> {
  if (bounds.signal.aborted) throw new Interrupted("The command was not started: the run was stopped.");
  const started = performance.now();
  const { child, leader } = await startProcess(launch, launch.reports ? ["ignore", "pipe", "pipe", "pipe"] : ["ignore", "pipe", "pipe"]);
  const known: FamilyProcess[] = [];
  const [stdout, stderr] = [boundedText(bounds.limits.output), boundedText(bounds.limits.output)];
  child.stdout?.on("data", stdout.add);
  child.stderr?.on("data", stderr.add);
  const report = readReport(child.stdio[3], known);
  const closed = once(child, "close");
  const watched = watch(leader, bounds, () => known.push(...killFamily(leader, known)));

  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null]; // "exit" gives these two
  const reason = watched.stop();
  const ended = await endFamily(leader, known, PATIENCE);
  // A process outside the family may still hold the pipes; it is not waited for.
  await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
  for (const stream of child.stdio) stream?.destroy();
  if (!ended)
    throw new Failure("sandbox", `Processes of ${launch.file} are still there ${PATIENCE} ms after SIGKILL.`, { retryable: false });
  if (reason === "abort") throw new Interrupted("The command was killed: the run was stopped.");

  const [out, err] = [stdout.end(), stderr.end()];
  return {
    exitCode: reason === null ? statusOf(code, signal) : null,
    stdout: out.text,
    stderr: err.text,
    omitted: out.omitted + err.omitted,
    killed: reason,
    ms: Math.round(performance.now() - started),
    report: report(),
  };
}
