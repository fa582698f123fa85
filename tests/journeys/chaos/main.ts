/** `npm run chaos`: the built bot and the built Action are killed at random moments, again and again, and every journey must end right. */
import { parseArgs } from "node:util";
import { endWithin } from "../../builders/ending.ts";
import { journey, type Told } from "./journey.ts";
import { killsOf } from "./kill.ts";

/** Kills that one journey may have. */
const OF_ONE = 5;
/** Milliseconds of one journey, which gives itself up after five minutes (`still.ts`); its beginning and its end take seconds. */
const LIMIT = 420_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function counted(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word} ${count}`).join(", ");
}

function tell(seed: number, { killed, healed, faults, seconds }: Told): void {
  const deaths = killed.map(({ who, stage }) => `${who} at ${stage}`).join(", ") || "nobody";
  const help = healed.length === 0 ? "" : `; helped by: ${healed.join(", ")}`;
  say(`${faults.length === 0 ? "right" : "WRONG"}  seed ${seed}  ${seconds.toFixed(0)} s  killed: ${deaths}${help}`);
  for (const fault of faults) say(`       ${fault}`);
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} ${text}: give a whole number above 0`);
  return value;
}

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "2" },
  },
});
const wanted = number("kills", values.kills);
let seed = number("seed", values.seed);
const all: Told[] = [];
const dead = (): number => all.reduce((sum, { killed }) => sum + killed.length, 0);
const began = performance.now();

/** What each journey waits for, by its seed. */
const awaited = new Map<number, string>();
const waitsFor = (): string => [...awaited].map(([of, what]) => `${what} (seed ${of})`).join("; ");

/** Journey after journey, until enough were killed. */
async function lane(): Promise<void> {
  while (dead() < wanted) {
    const mine = seed;
    seed += 1;
    const isOver = endWithin(LIMIT, waitsFor);
    const told = await journey({ kills: killsOf(mine, OF_ONE), env: process.env, at: (what) => void awaited.set(mine, what) });
    isOver();
    awaited.delete(mine);
    all.push(told);
    tell(mine, told);
  }
}

await Promise.all(Array.from({ length: number("lanes", values.lanes) }, lane));
const killed = all.flatMap((told) => told.killed);
const wrong = all.filter(({ faults }) => faults.length > 0).length;
say(`killed: ${counted(killed.map(({ who }) => who))}`);
say(`where the run was: ${counted(killed.map(({ stage }) => stage))}`);
const words = all.flatMap((told) => told.words);
const asked = all.filter((told) => told.words.length > 0).length;
say(`journeys that needed words of a person: ${asked}${asked === 0 ? "" : `: ${counted(words)}`}`);
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
say(`${killed.length} kills, ${all.length} journeys: ${all.length - wrong} ended right, ${wrong} wrong; ${seconds} s`);
process.exitCode = wrong === 0 ? 0 : 1;
