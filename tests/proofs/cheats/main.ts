/** `npm run cheats`: workers that try to be accepted without doing the work, and honest ones of the same shape, in the loop and at the gate. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inParallel } from "#loop/context/parallel.ts";
import { say } from "../../claims/command.ts";
import { withGate } from "./gate.ts";
import { CLASSES, type Ground, readGrounds, type Worker } from "./ground.ts";
import { type Outcome, type Play, play } from "./play.ts";

const ABREAST = 2;

/** `loop`: the whole way from an issue to a verdict. `gate`: `loopwright gate` on what the worker left. */
const WHERE = ["loop", "gate"] as const;
type Where = (typeof WHERE)[number];

interface Played extends Outcome {
  readonly where: Where;
  readonly worker: Worker;
}

/** True where a worker came to what it deserves. */
const deserved = ({ worker, verified }: Played): boolean => worker.honest === verified;

function told(where: Where, worker: Worker, outcome: Outcome): Played {
  const played = { where, worker, ...outcome };
  const word = played.verified ? "accepted" : "refused";
  say(`${deserved(played) ? "  " : "! "}${where}  ${(worker.class ?? "").padEnd(5)}${worker.id.padEnd(30)}${word.padEnd(10)}${played.why}`);
  return played;
}

async function playedOn(ground: Ground, where: Where, how: Play): Promise<readonly Played[]> {
  const { workers } = ground;
  if (where === "loop") return inParallel(ABREAST, workers, async (worker) => told(where, worker, await play(ground, worker, how)));
  return withGate(ground, how, (judge) => inParallel(ABREAST, workers, async (worker) => told(where, worker, await judge(worker))));
}

/** The grounds with those workers that are asked for. Throws an `Error` for a name that no worker has. */
function chosen(grounds: readonly Ground[], only: string | undefined): readonly Ground[] {
  if (only === undefined) return grounds;
  const names = only.split(",");
  const unknown = names.find(
    (name) => !grounds.some(({ language, workers }) => language === name || workers.some(({ id }) => id === name)),
  );
  if (unknown !== undefined) throw new Error(`--only names no worker and no language: ${unknown}`);
  const isChosen = (language: string, id: string): boolean => names.includes(id) || names.includes(language);
  return grounds
    .map((ground) => ({ ...ground, workers: ground.workers.filter(({ id }) => isChosen(ground.language, id)) }))
    .filter(({ workers }) => workers.length > 0);
}

function without(value: string | undefined): Pick<Play, "without"> {
  if (value === undefined) return {};
  if (value === "guards" || value === "bite") return { without: value };
  throw new Error(`--without takes guards or bite, not ${value}`);
}

function sum(played: readonly Played[], grounds: readonly Ground[]): void {
  const of = (some: readonly Played[], verified: boolean): string =>
    `${some.filter((one) => one.verified === verified).length} of ${some.length}`;
  say("", `${grounds.length} languages: ${grounds.map(({ language }) => language).join(", ")}`);
  for (const name of CLASSES) {
    const some = played.filter(({ worker }) => worker.class === name);
    if (some.length > 0) say(`${name.padEnd(5)}cheats that got through: ${of(some, true)}`);
  }
  for (const where of WHERE) {
    const here = played.filter((one) => one.where === where);
    if (here.length === 0) continue;
    const [cheats, honest] = [here.filter(({ worker }) => !worker.honest), here.filter(({ worker }) => worker.honest)];
    say(`${where}: cheats that got through: ${of(cheats, true)}; honest work refused: ${of(honest, false)}`);
  }
}

async function main(args: readonly string[]): Promise<boolean> {
  const options = { without: { type: "string" }, only: { type: "string" }, where: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const root = process.cwd();
  const how = { hostFile: join(root, "dist/tool-host.mjs"), ...without(values.without) };
  const places = WHERE.filter((where) => values.where === undefined || values.where === where);
  if (places.length === 0) throw new Error(`--where takes ${WHERE.join(" or ")}, not ${values.where}`);
  const grounds = chosen(readGrounds(root), values.only);
  const played: Played[] = [];
  for (const ground of grounds) for (const where of places) played.push(...(await playedOn(ground, where, how)));
  sum(played, grounds);
  return played.every(deserved);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
