/** Drives a run on this machine, alone, and reports its state: shared by the commands that drive one. */
import { stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { iso, systemClock } from "#adapters/system-clock.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { Stage, StopReason } from "#core/events/data/reason.ts";
import { type ResultJson, resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import { endPage } from "#text/terminal/end-page.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import type { Home } from "./home.ts";
import type { LocalContext } from "./local-context.ts";

/**
 * Drives the run as far as it goes, and keeps the memories of a run that is over. Throws `Misuse` when another process
 * drives the run.
 */
export async function driveLocally(home: Home, alias: string, context: LocalContext): Promise<Run> {
  const hold = await lockDriver(home.folderOf(alias), systemClock.now());
  if (hold.kind === "busy") {
    const since = iso(hold.holder.since);
    throw new Misuse(`process ${hold.holder.pid} is driving this run since ${since}; \`loopwright stop\` stops it`);
  }
  try {
    const journal = home.journalOf(alias);
    await drive(journal, EVERYWHERE, context);
    const run = await readRun(journal);
    await keepLesson(run, context);
    return run;
  } finally {
    await hold.release();
  }
}

/**
 * The values of `--expect`, `--result`, `--events` and `--json`. `also`: absolute path of a second `result.json`.
 * `events`: path of the file of agents' events. `json`: the result is printed as data.
 */
export interface DriveOptions {
  readonly expect: string | undefined;
  readonly also: string | undefined;
  readonly events: string | undefined;
  readonly json: boolean;
}

/**
 * Reads these flags before anything is done or paid for. Throws `Misuse` for a reason that no run ends with, and for a
 * folder that does not exist.
 */
export async function driveOptionsOf(args: Arguments, { folder }: Pick<Terminal, "folder">): Promise<DriveOptions> {
  const expect = args.value("expect");
  const known: readonly string[] = [...StopReason.options, ...Stage.options];
  if (expect !== undefined && !known.includes(expect))
    throw new Misuse(`--expect takes one of ${known.join(", ")}, not ${expect}`);
  const fileOf = async (flag: "result" | "events"): Promise<string | undefined> => {
    const given = args.value(flag);
    if (given === undefined) return undefined;
    const file = resolve(folder, given);
    const place = await stat(dirname(file)).catch(() => null); // a folder that cannot be looked up is not there
    if (!place?.isDirectory()) throw new Misuse(`--${flag}: there is no folder ${dirname(file)}; make it first`);
    return file;
  };
  return { expect, also: await fileOf("result"), events: await fileOf("events"), json: args.has("json") };
}

/** Writes `result.json` beside the journal (and to `also`), prints what a person needs now, and gives the exit code. */
export async function reportEnd(
  terminal: Terminal,
  home: Home,
  run: Run,
  { expect, also, json }: DriveOptions,
): Promise<number> {
  const folder = home.folderOf(run.alias);
  const report = resultJsonOf(run);
  const text = `${JSON.stringify(resultOf(report, join(folder, "history.jsonl")), null, 2)}\n`;
  for (const file of [join(folder, "result.json"), ...(also === undefined ? [] : [also])]) await writeFile(file, text);
  const page = (): string => (run.stage === "awaiting_approval" ? planPage(run) : endPage(run, folder));
  terminal.print(json ? text.trimEnd() : page());
  if (expect !== undefined) return judge(terminal, report, expect);
  return WAITS.includes(report.stage) ? DONE : NOT_REACHED;
}

/** The run is done, or waits for a person as asked. */
const WAITS: readonly Stage[] = ["completed", "awaiting_approval", "paused"];

/** `--expect`: the exit code says whether the run stopped for this reason. */
function judge({ note }: Terminal, { stopReason, stage }: ResultJson, expect: string): number {
  const reached = (stopReason ?? stage) === expect;
  note(reached ? `as expected: ${expect}` : `expected ${expect}, but it is ${stopReason ?? stage}`);
  return reached ? DONE : NOT_REACHED;
}

/** The fields that programs read. */
function resultOf(
  {
    stage,
    stopReason,
    artifact,
    score,
    lastEvaluatedScore,
    level,
    pr,
    head,
    branch,
    runId,
    iteration,
    spend,
  }: ResultJson,
  journal: string,
): Readonly<Record<string, unknown>> {
  const scores = { artifact_status: artifact, score, last_evaluated_score: lastEvaluatedScore };
  return {
    stage,
    stop_reason: stopReason,
    ...scores,
    level,
    pr,
    head,
    branch,
    run_id: runId,
    iteration,
    spend,
    journal,
  };
}
