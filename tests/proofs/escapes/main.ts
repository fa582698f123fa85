/**
 * `npm run escapes`: a worker that tries to get out of its folder, by races for paths and by poisoning git, and tries the walls as root and as
 * an ordinary user. `--unsandboxed` and `--without <wall>` show that the bench looks; `--walls` tries the walls alone.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { chooseSandbox } from "#adapters/sandbox/walls/choose-sandbox.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { TAKEN_OUT, type WallTakenOut } from "../../adapters/sandbox/walls/taken-out.ts";
import { say } from "../../claims/command.ts";
import { poison } from "./poison.ts";
import { POISONS } from "./poisons.ts";
import { type IsEnough, race } from "./races.ts";
import { inputsFor, tryWalls, USERS, userOf } from "./try-walls.ts";
import { driveWalls } from "./wall-driver.ts";

const ABREAST = 2;

/** Without walls only where that was asked for. */
async function sandboxFor(unsandboxed: boolean): Promise<Sandbox> {
  const choice = await chooseSandbox(join(process.cwd(), "dist/tool-host.mjs"), unsandboxed ? "none" : "required");
  if (choice.kind === "open" && !choice.wanted) throw new Error(`there is no sandbox here: ${choice.why}. ${choice.advice}`);
  return choice.sandbox;
}

/** Without walls the races show that they would be seen: one read and one write that got out are enough. */
const isSeen: IsEnough = ({ reads, writes }) => reads > 0 && writes > 0;

/** True where nothing got out, and the races met both sides. */
async function races(sandbox: Sandbox, wanted: number, isEnough?: IsEnough): Promise<boolean> {
  const { races: done, inside, refused, reads, writes } = await race(sandbox, wanted, isEnough);
  say(`races: ${done}, outside reads: ${reads}, outside writes: ${writes} (${inside} met the file, ${refused} a link)`);
  return reads + writes === 0 && inside > 0 && refused > 0;
}

/** True where nothing was executed outside, each one went off where git was used, and the work was kept. */
async function poisonings(sandbox: Sandbox): Promise<boolean> {
  const came = await inParallel(ABREAST, POISONS, async (one) => ({ ...one, ...(await poison(sandbox, one)) }));
  for (const { name, live, executed, kept } of came) {
    if (!live) say(`! ${name}: it did not go off where git was used, so it proves nothing`);
    if (executed) say(`! ${name}: it was executed outside`);
    if (!kept) say(`! ${name}: the work, or the repository, is not what it should be`);
  }
  say(`poisonings: ${came.length}, executions: ${came.filter(({ executed }) => executed).length}`);
  return came.every(({ live, executed, kept }) => live && kept && !executed);
}

/** Null for none. Throws for a name that is none. */
function wallNamed(name: string | undefined): WallTakenOut | null {
  const walls = Object.keys(TAKEN_OUT) as WallTakenOut[];
  const found = walls.find((wall) => wall === name) ?? null;
  if (name !== undefined && found === null) throw new Error(`--without takes one of: ${walls.join(", ")}`);
  return found;
}

/** True where nothing got through and everything was tried; whoever is no root tries no root. */
async function walls(without: WallTakenOut | null): Promise<boolean> {
  const held: boolean[] = [];
  for (const kind of USERS) {
    if (userOf(kind) === null) {
      say(`walls as ${kind}: not tried, start it as root`);
      continue;
    }
    for (const input of inputsFor(without)) {
      const { tried, through } = await tryWalls(process.argv[1] ?? "", kind, input, without);
      const count = [...tried.values()].reduce((sum, one) => sum + one, 0);
      say(`walls as ${kind}, with ${input}: ${count} tries of ${tried.size} kinds, through: ${through.length}`);
      say(...through.slice(0, 3).map((seen) => `! ${seen}`));
      held.push(through.length === 0 && tried.size > 0);
    }
  }
  return held.every((one) => one);
}

const OPTIONS = {
  races: { type: "string", default: "100000" },
  unsandboxed: { type: "boolean", default: false },
  walls: { type: "boolean", default: false },
  without: { type: "string" },
  // What this program is started with as a driver.
  driver: { type: "string" },
  mark: { type: "string" },
} as const;

async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.driver !== undefined) {
    await driveWalls(JSON.parse(values.driver));
    return true;
  }
  const without = wallNamed(values.without);
  if (values.walls || without !== null) return walls(without);
  const wanted = Number(values.races);
  if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("--races takes a whole number");
  const sandbox = await sandboxFor(values.unsandboxed);
  const held = [await races(sandbox, wanted, values.unsandboxed ? isSeen : undefined), await poisonings(sandbox)];
  if (!values.unsandboxed) held.push(await walls(null));
  return held.every((one) => one);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
