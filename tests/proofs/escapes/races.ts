/** Races between the look at a path and its use: the tool host reads and writes while a process in the same folder turns names into links that lead outside. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobId } from "#adapters/git/working-copy/difference.ts";
import type { Host, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { Refused } from "#ports/tool-access.ts";
import { exchanging } from "./racer.ts";

/** `inside`: races that met the folder's own file; `refused`: those that met a link, or nothing. `reads`, `writes`: those that got outside. */
export interface Races {
  readonly races: number;
  readonly inside: number;
  readonly refused: number;
  readonly reads: number;
  readonly writes: number;
}

const CANARY = "canary-of-the-machine-91ab3f";
const OWN = "the worker's own text";
/** What stands outside: nothing else may appear, and none of it may change. */
const OUTSIDE = { file: CANARY, victim: CANARY } as const;
const CANARY_ID = blobId(Buffer.from(CANARY));

/** Something that a tool does on names that turn. Resolves with what was seen; throws `Refused`. */
type Deed = (host: Host, index: number) => Promise<unknown>;

const DEEDS: readonly Deed[] = [
  (host) => host.read("turned/file"),
  (host, index) => host.write(`turned/new-${index % 40}`, OWN),
  (host) => host.read("plain"),
  (host) => host.write("plain", OWN),
  async (host) => (await host.bytes("turned/file")).toString(),
  (host) => host.write("turned/file", OWN),
  (host) => host.remove("turned/victim"),
  (host) => host.write("turned/deeper/new", OWN),
];
/** These look at the whole folder, so they are tried less often. */
const LOOKS: readonly Deed[] = [(host) => host.grep("canary-of", { path: "turned", limit: 5 }), (host) => host.inventory()];
const LOOK_EVERY = 100;

const TIME = 600_000;

/** When no further races are needed; asked before each. */
export type IsEnough = (races: Races) => boolean;

/**
 * Runs so many races in a fresh folder of the sandbox, or fewer where that is enough. Throws where the racing process does not come to
 * its end.
 */
export async function race(sandbox: Sandbox, races: number, isEnough: IsEnough = () => false): Promise<Races> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "loopwright-races-")));
  const [inside, outside] = ["inside", "outside"].map((name) => join(base, name)) as [string, string];
  lay(inside, outside);
  const host = await sandbox.host(inside);
  try {
    await host.inventory(); // it starts with its first operation
    const racer = exchanging([
      ["turned", "folder-link"],
      ["plain", "file-link"],
    ]);
    const racing = sandbox.run(inside, racer, { timeout: TIME, signal: new AbortController().signal, network: "none" });
    const came = await tally(host, races, outside, isEnough);
    writeFileSync(join(inside, "stop"), "");
    const { exitCode, stderr } = await racing;
    if (exitCode !== 0) throw new Error(`the racing process ended with ${exitCode}: ${stderr.slice(-300)}`);
    return came;
  } finally {
    await host.close();
    await rm(base, { recursive: true, force: true });
  }
}

function lay(inside: string, outside: string): void {
  for (const folder of [inside, outside, join(inside, "turned")]) mkdirSync(folder);
  repair(outside);
  writeFileSync(join(inside, "turned/file"), OWN);
  writeFileSync(join(inside, "plain"), OWN);
  symlinkSync(outside, join(inside, "folder-link"));
  symlinkSync(join(outside, "file"), join(inside, "file-link"));
}

async function tally(host: Host, races: number, outside: string, isEnough: IsEnough): Promise<Races> {
  const count = { races: 0, inside: 0, refused: 0, reads: 0, writes: 0 };
  for (let index = 0; index < races && !isEnough(count); index += 1) {
    count.races += 1;
    const seen = await deedAt(index)(host, index).then((one) => JSON.stringify(one ?? null), orRefused);
    count[seen === null ? "refused" : "inside"] += 1;
    if (seen !== null && (seen.includes(CANARY) || seen.includes(CANARY_ID))) count.reads += 1;
    if (isTouched(outside)) {
      count.writes += 1;
      repair(outside);
    }
  }
  return count;
}

/** All of them by turns. */
function deedAt(index: number): Deed {
  const [deeds, turn] = index % LOOK_EVERY === 0 ? [LOOKS, index / LOOK_EVERY] : [DEEDS, index];
  const deed = deeds[turn % deeds.length];
  if (deed === undefined) throw new Error("bug: a turn beyond the table");
  return deed;
}

function orRefused(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

function isTouched(outside: string): boolean {
  const names = Object.keys(OUTSIDE);
  if (readdirSync(outside).sort().join() !== names.join()) return true;
  return Object.entries(OUTSIDE).some(([name, text]) => readFileSync(join(outside, name), "utf8") !== text);
}

/** Everything outside as it was. */
function repair(outside: string): void {
  for (const name of readdirSync(outside)) rmSync(join(outside, name), { recursive: true });
  for (const [name, text] of Object.entries(OUTSIDE)) writeFileSync(join(outside, name), text);
}
