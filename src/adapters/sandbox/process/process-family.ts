/** Who belongs to a command: read from /proc, so that all of it can be measured and killed. Where there is no /proc, nobody is found. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** One process. `start` (clock ticks since boot) tells it from a later one with the same id. */
export interface FamilyProcess {
  readonly pid: number;
  readonly start: string;
}

interface Row extends FamilyProcess {
  readonly parent: number;
  readonly group: number;
  readonly dead: boolean;
}

/** What a family uses now. Pages that two processes share are counted twice: the limit errs on the safe side. */
export interface ProcessUsage {
  readonly processes: number;
  /** Resident memory in bytes. */
  readonly memory: number;
}

/** A file of /proc, empty where it is not there: a process that ends while we read, or a system without /proc. Nothing else is expected of these files. */
export function readProcFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name in the middle may hold spaces and brackets. */
function row(pid: number): Row | null {
  const stat = readProcFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group] = fields;
  const start = fields[19];
  if (state === undefined || start === undefined) return null;
  return { pid, parent: Number(parent), group: Number(group), dead: state === "Z" || state === "X", start };
}

function allProcesses(): readonly Row[] {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const found = /^\d+$/.test(name) ? row(Number(name)) : null;
    return found === null || found.dead ? [] : [found];
  });
}

/** The living process with this id now, to know it again later; null when it is gone. */
export function familyProcessOf(pid: number): FamilyProcess | null {
  const found = row(pid);
  return found === null || found.dead ? null : { pid, start: found.start };
}

function childrenOf(all: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const children = new Map<number, Row[]>();
  for (const each of all) {
    const siblings = children.get(each.parent);
    if (siblings === undefined) children.set(each.parent, [each]);
    else siblings.push(each);
  }
  return children;
}

/** The leader's group, the `known` that still live, and all their descendants. */
export function familyOf(leader: number, known: readonly FamilyProcess[]): readonly FamilyProcess[] {
  const all = allProcesses();
  const children = childrenOf(all);
  const found = new Map<number, FamilyProcess>();
  const queue = all.filter(
    ({ pid, group, start }) => pid === leader || group === leader || known.some((member) => member.pid === pid && member.start === start),
  );
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next.pid)) continue;
    found.set(next.pid, { pid: next.pid, start: next.start });
    queue.push(...(children.get(next.pid) ?? []));
  }
  return [...found.values()];
}

/** What the whole family uses now. */
export function processUsageOf(family: readonly FamilyProcess[]): ProcessUsage {
  const memory = family.reduce(
    (sum, { pid }) => sum + Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
    0,
  );
  return { processes: family.length, memory };
}

/** A signal to a process, or to a group when negative. That it is gone already is what we want; another user's is found alive later. */
function send(pid: number, signal: "SIGSTOP" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error;
  }
}

/**
 * SIGKILL to every member of the family. The known go first: the first process of a pid namespace takes all others with it. The
 * group is stopped before anybody is looked for, so that it cannot multiply meanwhile. Returns who was found.
 */
export function killFamily(leader: number, known: readonly FamilyProcess[]): readonly FamilyProcess[] {
  for (const { pid, start } of known) if (familyProcessOf(pid)?.start === start) send(pid, "SIGKILL");
  send(-leader, "SIGSTOP");
  const family = familyOf(leader, known);
  send(-leader, "SIGKILL");
  for (const { pid } of family) send(pid, "SIGKILL");
  return family;
}

/** Kills until nobody of the family lives; false when somebody still does after `patience` milliseconds. */
export async function endFamily(leader: number, known: readonly FamilyProcess[], patience: number): Promise<boolean> {
  const until = performance.now() + patience;
  let family: readonly FamilyProcess[] = known;
  do {
    family = killFamily(leader, family);
    if (family.length === 0) return true;
    await sleep(5);
  } while (performance.now() < until);
  return false;
}
