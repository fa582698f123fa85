/** `npm run crash`: every crash point of a journey, alone and in pairs, is played; the work is done in the end, and everything is there once. */
import { parseArgs } from "node:util";
import * as z from "zod";
import { type Crash, crashed, DEATHS, singlePoints } from "./crash.ts";
import { type Share, sharedOut, shareOf } from "./shares.ts";

const Tally = z.object({ singles: z.number(), pairs: z.number(), missed: z.number(), broken: z.array(z.string()) });
type Tally = z.infer<typeof Tally>;

/** As many lines are printed of what is broken. */
const SHOWN = 40;

function lineOf(crashes: readonly Crash[], broken: readonly string[]): string {
  return `${crashes.map(({ nth, fate }) => `${nth} ${fate}`).join(", ")}: ${broken.join("; ")}`;
}

/** Plays its share of the single points, and with each death among them every later one. */
async function share({ of, all }: Share, withPairs: boolean): Promise<Tally> {
  const tally: Tally = { singles: 0, pairs: 0, missed: 0, broken: [] };
  const points = await singlePoints();
  for (const first of points.filter((_, index) => index % all === of)) {
    const { changes, missed, broken } = await crashed([first]);
    tally.singles++;
    tally.missed += missed;
    if (broken.length > 0) tally.broken.push(lineOf([first], broken));
    const isDeath = DEATHS.some((fate) => fate === first.fate);
    if (withPairs && isDeath) await playPairs(first, changes.length, tally);
  }
  return tally;
}

/** A death, and every death that may follow it. */
async function playPairs(first: Crash, changes: number, tally: Tally): Promise<void> {
  for (let nth = first.nth + 1; nth < changes; nth++) {
    for (const fate of DEATHS) {
      const pair = [first, { nth, fate }];
      const { missed, broken } = await crashed(pair);
      tally.pairs++;
      tally.missed += missed;
      if (broken.length > 0) tally.broken.push(lineOf(pair, broken));
    }
  }
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { singles: { type: "boolean", default: false }, share: { type: "string" } } });
  const withPairs = !values.singles;
  if (values.share !== undefined) {
    process.stdout.write(JSON.stringify(await share(shareOf(values.share), withPairs)));
    return true;
  }
  const begin = performance.now();
  const tallies = await sharedOut(2, withPairs ? [] : ["--singles"], Tally);
  const broken = tallies.flatMap((tally) => tally.broken);
  const count = (key: "singles" | "pairs" | "missed"): number => tallies.reduce((sum, tally) => sum + tally[key], 0);
  const kinds = (word: string): number => broken.filter((line) => line.includes(`${word}: `)).length;
  const points = count("singles") + 2 * count("pairs");
  const hit = points - count("missed");
  for (const line of broken.slice(0, SHOWN)) process.stdout.write(`  ${line}\n`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(
    `single points: ${count("singles")}, pairs of deaths: ${count("pairs")}; crash points hit: ${hit} of ${points} (${Math.floor((100 * hit) / points)} %); lost: ${kinds("lost")}, doubled: ${kinds("doubled")}, broken: ${broken.length}; ${seconds} seconds\n`,
  );
  return broken.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
