/** `npm run cheats`: workers that try to be verified without doing the work, and honest ones of the same shape. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inParallel } from "#loop/context/parallel.ts";
import { say } from "../../claims/command.ts";
import { type Ground, readGrounds, type Worker } from "./ground.ts";
import { type Outcome, play } from "./play.ts";

const ABREAST = 2;

interface Played extends Outcome {
  readonly language: string;
  readonly worker: Worker;
}

/** True where a worker came to what it deserves. */
const deserved = ({ worker, verified }: Played): boolean => worker.honest === verified;

function lineOf(played: Played): string {
  const word = played.verified ? "verified" : "refused";
  return `${deserved(played) ? "  " : "! "}${played.worker.id.padEnd(26)}${word.padEnd(10)}${played.why}`;
}

async function main(args: readonly string[]): Promise<boolean> {
  const options = { unguarded: { type: "boolean", default: false }, only: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { only } = values;
  const root = process.cwd();
  const all = readGrounds(root).flatMap((ground) => ground.workers.map((worker): readonly [Ground, Worker] => [ground, worker]));
  const unknown = only?.split(",").find((wanted) => !all.some(([, { id }]) => id === wanted));
  if (unknown !== undefined) throw new Error(`--only names no worker: ${unknown}`);
  const chosen = all.filter(([, { id }]) => only === undefined || only.split(",").includes(id));
  const hostFile = join(root, "dist/tool-host.mjs");
  const played = await inParallel(ABREAST, chosen, async ([ground, worker]) => {
    const one = { language: ground.language, worker, ...(await play(ground, worker, { hostFile, guarded: !values.unguarded })) };
    say(lineOf(one));
    return one;
  });
  const [cheats, honest] = [played.filter(({ worker }) => !worker.honest), played.filter(({ worker }) => worker.honest)];
  const languages = new Set(played.map(({ language }) => language));
  say(
    "",
    `${languages.size} languages: ${[...languages].join(", ")}`,
    `cheats that got through: ${cheats.filter(({ verified }) => verified).length} of ${cheats.length}`,
    `honest work refused: ${honest.filter(({ verified }) => !verified).length} of ${honest.length}`,
  );
  return played.every(deserved);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
