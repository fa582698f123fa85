/** Tries the walls around what root may do and around what is open: as root and as an ordinary user, with each kind of input. */
import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, chownSync, copyFileSync, mkdirSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WallTakenOut } from "../../adapters/sandbox/walls/taken-out.ts";
import { INPUTS, type Input, startedWithThingsOpen, type User } from "./left-open.ts";
import type { DriverTask } from "./wall-driver.ts";

/** Who starts it. An ordinary user is whoever is no root; root tries that as nobody. */
export const USERS = ["root", "an ordinary user"] as const;
export type UserKind = (typeof USERS)[number];

/** What was tried, by its kind, and each thing that got through. */
export interface WallTries {
  readonly tried: ReadonlyMap<string, number>;
  readonly through: readonly string[];
}

const NOBODY: User = { uid: 65_534, gid: 65_534 };

/** Null where this process cannot become that user: who is no root cannot try what root may do. */
export function userOf(kind: UserKind): User | null {
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  if (kind === "root") return uid === 0 ? { uid, gid } : null;
  return uid === 0 ? NOBODY : { uid, gid };
}

function countsIn(output: string): WallTries {
  const tried = new Map<string, number>();
  for (const [, count, what = ""] of output.matchAll(/^tried (\d+) (.+)$/gm)) tried.set(what, (tried.get(what) ?? 0) + Number(count));
  return { tried, through: [...output.matchAll(/^through (.+)$/gm)].map(([, seen = ""]) => seen) };
}

/** One start. Throws where this process cannot become that user. `program`: the built bench, with the tool host beside it; copied to where the user can read it. */
export async function tryWalls(program: string, kind: UserKind, input: Input, without: WallTakenOut | null): Promise<WallTries> {
  const user = userOf(kind);
  if (user === null) throw new Error(`this process cannot become ${kind}`);
  const base = realpathSync(await mkdtemp(join(tmpdir(), "loopwright-open-")));
  const [bench, hostFile, folder] = [join(base, "bench.mjs"), join(base, "tool-host.mjs"), join(base, "work")];
  try {
    copyFileSync(program, bench);
    copyFileSync(join(program, "../tool-host.mjs"), hostFile);
    mkdirSync(folder);
    chmodSync(base, 0o755);
    for (const path of [base, folder]) chownSync(path, user.uid, user.gid);
    const canary = `canary-${randomBytes(8).toString("hex")}`;
    const task: DriverTask = { folder, hostFile, canary, shared: randomInt(1, 2 ** 30), without };
    const words = [process.execPath, bench, "--driver", JSON.stringify(task), "--mark", `started-${canary}`];
    return countsIn(await startedWithThingsOpen({ user, input, base, canary, shared: task.shared }, words));
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** With a wall taken out one start is enough. */
export const inputsFor = (without: WallTakenOut | null): readonly Input[] => (without === null ? INPUTS : INPUTS.slice(0, 1));
