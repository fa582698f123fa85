/** A program is run under GNU time, which tells what it and all that it started took of the processor and of memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { atEnd } from "../../lab/net/at-end.ts";

const GNU_TIME = "/usr/bin/time";

/** What stands behind the title of a test that needs it; nothing where it is here. */
export const NO_TIME = existsSync(GNU_TIME) ? "" : ` [skipped, no ${GNU_TIME} here: install Debian's time]`;

/** Milliseconds until a run is ended that does not end by itself. */
const PATIENCE = 180_000;

/** Characters of the end of what a program printed. */
const END = 2_000;

/** A run that has ended. */
export interface Timed {
  /** As `performance.now()` has it. */
  readonly started: number;
  readonly code: number;
  /** The end of what it printed. */
  readonly end: string;
  /** Of the processor, its own and the system's for it. */
  readonly seconds: number;
  /** Of the largest process. */
  readonly megabytes: number;
}

/** Where it runs. `folder`: the working folder; `notes`: another one, for what is noted of the run. */
export interface Place {
  readonly folder: string;
  readonly notes: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs it to its end. Throws an `Error` where GNU time is missing, or the program does not end in time. */
export async function timed(command: readonly string[], { folder, notes, env }: Place): Promise<Timed> {
  if (!existsSync(GNU_TIME)) throw new Error(`there is no ${GNU_TIME}; Debian: apt-get install time`);
  const [report, output] = [join(notes, "time"), join(notes, "output")];
  const file = openSync(output, "w");
  const started = performance.now();
  // A group of its own, so that all of it can be ended.
  const child = spawn(GNU_TIME, ["-f", "%U %S %M", "-o", report, ...command], {
    cwd: folder,
    env,
    stdio: ["ignore", file, file],
    detached: true,
  });
  closeSync(file);
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const isOver = atEnd(kill);
  const patience = setTimeout(kill, PATIENCE);
  const [code] = await once(child, "close");
  clearTimeout(patience);
  isOver();
  const said = await readFile(output, "utf8");
  const last = said.slice(-END);
  if (code === null) throw new Error(`${command[0]} was ended by a signal, or after ${PATIENCE} ms\n${last}`);
  return { started, code, end: last, ...reportOf(await readFile(report, "utf8")) };
}

/** Reads the last line of a report: seconds of user and system, kilobytes. Throws an `Error` for another one. */
export function reportOf(text: string): Pick<Timed, "seconds" | "megabytes"> {
  const [, user, system, kilobytes] = /^([\d.]+) ([\d.]+) (\d+)\n$/m.exec(text) ?? [];
  if (kilobytes === undefined) throw new Error(`GNU time says: ${text}`);
  return { seconds: Number(user) + Number(system), megabytes: Number(kilobytes) / 1_024 };
}
