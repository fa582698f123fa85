/** The processes of one journey on this machine, as /proc shows them: jobs that are at work, and what is left in the end. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sep } from "node:path";

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

/** A line for each process that still works below the folder, and for each child of this process that is dead and was never taken away. */
export function leftBelow(folder: string): readonly string[] {
  return pids().flatMap((pid) => {
    const stat = read(pid, "stat");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isZombie = state === "Z" && parent === `${process.pid}`;
    const isBelow = placeOf(pid).startsWith(folder + sep) || read(pid, "cmdline").includes(folder + sep);
    return isZombie || isBelow ? [`${pid} ${isZombie ? "(zombie)" : read(pid, "cmdline").replaceAll("\0", " ").slice(0, 120)}`] : [];
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
