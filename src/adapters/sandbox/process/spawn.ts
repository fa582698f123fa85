/**
 * Runs a command, collects its output within bounds, and kills everything it leaves behind. Knows nothing of sandboxes.
 */
import { once } from "node:events";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { boundedText } from "./bounded-text.ts";
import { type FamilyProcess, familyProcessOf } from "./proc-files.ts";
import { endFamily, endNamespace, killFamily } from "./process-family.ts";
import { type RunBounds, watchRun } from "./run-watch.ts";
import { type Launch, startProcess } from "./start-process.ts";

/** `report` is what the program wrote to its file descriptor 3, at most 64 KiB; empty without one. */
export interface RunOutcome extends Omit<ExecResult, "folder"> {
  readonly report: string;
}

/** What a program that reports has said so far, and the first process of bubblewrap's namespace once it is named. */
interface Report {
  text: string;
  first: FamilyProcess | null;
}

/** That process may live on for a moment when bubblewrap has ended. */
function readReport(stream: unknown): Report {
  const report: Report = { text: "", first: null };
  if (!(stream instanceof Readable)) return report;
  stream.on("data", (chunk: Buffer) => {
    report.text = (report.text + chunk.toString("utf8")).slice(0, 65_536);
    report.first ??= familyProcessOf(Number(/"child-pid": (\d+)\D/.exec(report.text)?.[1] ?? 0));
  });
  return report;
}

/** Milliseconds that killed processes may take to end. */
const PATIENCE = 5_000;

/** A program that a signal ended gets the status that a shell would give. */
function statusOf(code: number | null, signal: NodeJS.Signals | null): number | null {
  return signal === null ? code : 128 + constants.signals[signal];
}

/**
 * Runs the program to its end and kills what it leaves behind: its group and its descendants, as far as /proc shows
 * them. Throws `Interrupted` when aborted, `Failure("sandbox")` when it does not start or will not die.
 */
export async function runBounded(launch: Launch, bounds: RunBounds): Promise<RunOutcome> {
  if (bounds.signal.aborted) throw new Interrupted("The command was not started: the run was stopped.");
  const started = performance.now();
  // Not the machine's /dev/null: through an open one root could change it from within the walls.
  const { child, leader } = await startProcess(
    launch,
    launch.reports ? ["pipe", "pipe", "pipe", "pipe"] : ["ignore", "pipe", "pipe"],
  );
  // A program that ends before it reads says so by its status.
  child.stdin?.on("error", () => undefined).end();
  const killed: FamilyProcess[] = [];
  const { output = bounds.limits.output } = bounds;
  const [stdout, stderr] = [boundedText(output), boundedText(output)];
  child.stdout?.on("data", stdout.add);
  child.stderr?.on("data", stderr.add);
  const report = readReport(child.stdio[3]);
  const closed = once(child, "close");
  const known = (): readonly FamilyProcess[] => [...killed, ...(report.first === null ? [] : [report.first])];
  const watched = watchRun(leader, bounds, () => killed.push(...killFamily(leader, known())));

  // "exit" gives these two.
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  const reason = watched.stop();
  const ended =
    report.first === null
      ? await endFamily(leader, killed, PATIENCE)
      : await endNamespace(leader, report.first, PATIENCE);
  // A process outside the family may still hold the pipes; it is not waited for.
  await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
  for (const stream of child.stdio) stream?.destroy();
  if (!ended)
    throw new Failure("sandbox", `Processes of ${launch.file} are still there ${PATIENCE} ms after SIGKILL.`, {
      retryable: false,
    });
  if (reason === "abort") throw new Interrupted("The command was killed: the run was stopped.");

  const [out, err] = [stdout.end(), stderr.end()];
  return {
    exitCode: reason === null ? statusOf(code, signal) : null,
    stdout: out.text,
    stderr: err.text,
    omitted: out.omitted + err.omitted,
    killed: reason,
    ms: Math.round(performance.now() - started),
    report: report.text,
  };
}
