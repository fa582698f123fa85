/**
 * Lays the folder of a command over another one: it sees both as one, and what it writes is in its own
 * (https://docs.kernel.org/filesystems/overlayfs.html). The command is behind the walls and cannot undo it.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunOptions, Underlay } from "#adapters/sandbox/host/sandbox.ts";
import type { ExecResult } from "#ports/tool-access.ts";

/** Paths with other characters are no words of a mount. */
const PLAIN = /^[\w./@+-]+$/;

/** A part of a shell script that lays a folder over another one, by its arguments, and takes them off. */
export const LAY = `mount -t overlay overlay -o "userxattr,lowerdir=$1,upperdir=$2,workdir=$3" "$4" || exit 1
  shift 4`;

/** The arguments for that part. */
export function layArguments(folder: string, { lower, work, merged }: Underlay): readonly string[] {
  return [lower, folder, work, merged];
}

/** Runs a command in a folder. */
type RunIn = (folder: string, command: string, options: RunOptions) => Promise<ExecResult>;

/**
 * Whether it works below a folder of this machine, tried and not looked up: an older kernel, a container and a setting
 * of the system may each refuse it. Creates the folder where it is missing. Never throws.
 */
export async function underlaysWork(temp: string, run: RunIn): Promise<boolean> {
  if (!PLAIN.test(temp)) return false;
  let place: string | null = null;
  try {
    await mkdir(temp, { recursive: true });
    place = await mkdtemp(join(temp, "loopwright-underlay-"));
    return await worksIn(place, run);
  } catch {
    // Whatever went wrong: everything works without it as well, only slower.
    return false;
  } finally {
    if (place !== null) await rm(place, { recursive: true, force: true });
  }
}

async function worksIn(place: string, run: RunIn): Promise<boolean> {
  const folder = join(place, "folder");
  const underlay = { lower: join(place, "lower"), work: join(place, "work"), merged: join(place, "merged") };
  for (const path of [folder, ...Object.values(underlay)]) await mkdir(path);
  const [below, above] = [join(underlay.lower, "file"), join(folder, "file")];
  await writeFile(below, "below");
  const command = 'test "$(cat file)" = below && printf above > file && cat file';
  const { signal } = new AbortController();
  const { stdout } = await run(folder, command, { timeout: 10_000, signal, network: "none", underlay });
  const kept = [await readFile(below, "utf8"), await readFile(above, "utf8")];
  return stdout === "above" && kept.join() === "below,above";
}
