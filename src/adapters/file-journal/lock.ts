/** A lock in a file: one process holds it, and another takes it over when that process is dead. */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";

/**
 * The process that holds a lock. `since`: milliseconds since the epoch. `birth`: when the process began, in the
 * kernel's own count; null where unknown.
 */
interface Holder {
  readonly pid: number;
  readonly since: number;
  readonly birth: string | null;
}

export type LockResult =
  | { readonly kind: "held"; readonly release: () => Promise<void> }
  | { readonly kind: "busy"; readonly holder: Holder };

/**
 * Tries once. The lock appears with its content (a hard link fails when the name is taken), so no process reads half a
 * lock. A stale lock is removed under a second lock, `<path>.takeover`. A process that dies within these few steps
 * leaves that second lock, and then no process gets the lock until a person removes it: that is safer than two holders.
 */
export async function tryLock(path: string, now: number): Promise<LockResult> {
  const own: Holder = { pid: process.pid, since: now, birth: await birthOf(process.pid) };
  if (await create(path, own)) return { kind: "held", release: () => rm(path, { force: true }) };
  const holder = await holderOf(path);
  if (holder === null) return tryLock(path, now);
  if (await isAlive(holder)) return { kind: "busy", holder };
  const takeover = `${path}.takeover`;
  if (!(await create(takeover, own))) return { kind: "busy", holder };
  try {
    const again = await holderOf(path);
    if (again !== null && !(await isAlive(again))) await rm(path, { force: true });
  } finally {
    await rm(takeover, { force: true });
  }
  return tryLock(path, now);
}

/** False when the name is taken. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Null when the lock is gone. A lock in another format counts as held by pid 0, alive: we cannot ask its holder. */
async function holderOf(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const parts = /^\{"pid":(\d+),"since":(\d+),"birth":(?:null|"(\d+)")\}\n$/.exec(text);
  return { pid: Number(parts?.[1] ?? 0), since: Number(parts?.[2] ?? 0), birth: parts?.[3] ?? null };
}

/** A process with the same number that began at another time is another process. */
async function isAlive({ pid, birth }: Holder): Promise<boolean> {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
  }
  const now = await birthOf(pid);
  return birth === null || now === null || now === birth;
}

/** Field 22 of /proc/<pid>/stat (man 5 proc); the name in field 2 may hold anything. Null where there is no /proc. */
async function birthOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return (
    text
      ?.slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .at(19) ?? null
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
