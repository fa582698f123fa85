/** The processes of one journey on this machine, as /proc shows them: jobs that are at work, and what is left in the end. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The built Action at work in a job of the workflow. */
export interface Worker {
  readonly pid: number;
  /** `run`, `verify` or `publish`. */
  readonly job: string;
}

/** Every Action that works for a job below the folder. */
export function workersBelow(folder: string): readonly Worker[] {
  return pids().flatMap((pid) => {
    const place = placeOf(pid);
    if (!place.startsWith(folder + sep) || !read(pid, "cmdline").includes("action.mjs")) return [];
    const job = /\/jobs\/([^/]+)\//.exec(place)?.[1];
    return job === undefined ? [] : [{ pid, job }];
  });
}

/** Kills all that goes on below the folder, at once. For a program that must end. */
export function killBelow(folder: string): void {
  for (const pid of pids().filter((one) => isBelow(one, folder))) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

function isBelow(pid: number, folder: string): boolean {
  return placeOf(pid).startsWith(folder + sep) || read(pid, "cmdline").includes(folder + sep);
}

/** Milliseconds in which what is on its way out is gone. */
const OUT = 5_000;

/** A line for each process that goes on below the folder, and for each child of this process that is dead and was never taken away. */
export async function leftBelow(folder: string): Promise<readonly string[]> {
  const first = leftNow(folder);
  if (first.length === 0) return [];
  await sleep(OUT);
  const still = leftNow(folder);
  return first.filter((line) => still.includes(line));
}

function leftNow(folder: string): readonly string[] {
  return pids().flatMap((pid) => {
    const stat = read(pid, "stat");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isZombie = state === "Z" && parent === `${process.pid}`;
    return isZombie || isBelow(pid, folder)
      ? [`${pid} ${isZombie ? "(zombie)" : read(pid, "cmdline").replaceAll("\0", " ").slice(0, 120)}`]
      : [];
  });
}

function pids(): readonly number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Empty where the process has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** The folder that a process works in; empty where it has ended meanwhile. */
function placeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
