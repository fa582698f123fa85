/** Finds all processes of a command in /proc, so that they can be measured and killed. Without /proc it finds none. */
import { setTimeout as sleep } from "node:timers/promises";
import { type FamilyProcess, familyProcessOf, livingProcesses, type ProcessRow, readProcFile } from "./proc-files.ts";

/** What a family uses now. Pages that two processes share are counted twice: that is the safe side. */
export interface ProcessUsage {
  readonly processes: number;
  /** Resident memory in bytes. */
  readonly memory: number;
}

function childrenOf(all: readonly ProcessRow[]): ReadonlyMap<number, readonly ProcessRow[]> {
  const children = new Map<number, ProcessRow[]>();
  for (const each of all) {
    const siblings = children.get(each.parent);
    if (siblings === undefined) children.set(each.parent, [each]);
    else siblings.push(each);
  }
  return children;
}

/** The leader's group, the `known` processes that still live, and all their descendants. */
export function familyOf(leader: number, known: readonly FamilyProcess[]): readonly FamilyProcess[] {
  const all = livingProcesses();
  const children = childrenOf(all);
  const found = new Map<number, FamilyProcess>();
  const queue = all.filter(
    ({ pid, group, start }) =>
      pid === leader || group === leader || known.some((member) => member.pid === pid && member.start === start),
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

/**
 * Sends a signal to a process, or to a group when negative; 0 only asks. False where nobody is there: it is gone
 * already, which is fine. A zombie is there, and so is a process of another user.
 */
function send(pid: number, signal: "SIGSTOP" | "SIGKILL" | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error;
    return error.code === "EPERM";
  }
}

/**
 * Sends SIGKILL to every member of the family. The known ones go first: the first process of a pid namespace takes all
 * others with it. The group is stopped before the search, so that it cannot multiply meanwhile. Returns the members
 * that were found.
 */
export function killFamily(leader: number, known: readonly FamilyProcess[]): readonly FamilyProcess[] {
  for (const { pid, start } of known) if (familyProcessOf(pid)?.start === start) send(pid, "SIGKILL");
  send(-leader, "SIGSTOP");
  const family = familyOf(leader, known);
  send(-leader, "SIGKILL");
  for (const { pid } of family) send(pid, "SIGKILL");
  return family;
}

/** Kills until no member of the family lives; false when one still does after `patience` milliseconds. */
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

/**
 * The same for a family that lives in a process namespace, by the namespace's first process: the kernel ends all others
 * before that one is dead (https://man7.org/linux/man-pages/man7/pid_namespaces.7.html), so no process is searched for
 * where nobody else is left in the leader's group.
 */
export async function endNamespace(leader: number, first: FamilyProcess, patience: number): Promise<boolean> {
  const until = performance.now() + patience;
  while (familyProcessOf(first.pid)?.start === first.start) {
    if (performance.now() > until) return false;
    send(first.pid, "SIGKILL");
    await sleep(1);
  }
  return send(-leader, 0) ? endFamily(leader, [first], until - performance.now()) : true;
}
