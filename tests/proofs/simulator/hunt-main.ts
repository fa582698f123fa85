/**
 * Plays a journey without a fault, and then seeds until a law is broken, first the one that it is told, then as many as it is told, or says
 * `/stop` at every point; says at which as JSON, and what was broken without a fault: how `controls.ts` tries a product that lacks something.
 */
import { drawn } from "./draw.ts";
import { played } from "./play.ts";
import { stopPoints, stoppedAt } from "./stops.ts";

/** Characters that are told of the law. */
const SAID = 160;

interface Prey {
  readonly at: number;
  readonly law: string;
}

function preyOf(at: number, law: string): Prey {
  return { at, law: law.slice(0, SAID).replaceAll("\n", " ") };
}

/** The first law that is broken where nothing goes wrong. */
async function calm(): Promise<string | null> {
  const [law] = (await played({ seed: 1, issues: 2, blows: [] })).broken;
  return law?.slice(0, SAID).replaceAll("\n", " ") ?? null;
}

async function hunt(seeds: number, first: number): Promise<Prey | null> {
  for (const seed of [first, ...Array.from({ length: seeds }, (_, index) => index + 1)]) {
    const [law] = (await played(drawn(seed))).broken;
    if (law !== undefined) return preyOf(seed, law);
  }
  return null;
}

/** Only what came after a stop is prey: that nobody stops is noticed by other laws, too. */
async function huntStops(): Promise<Prey | null> {
  for (const [index, at] of (await stopPoints()).entries()) {
    const [later] = (await stoppedAt(at)).later;
    if (later !== undefined) return preyOf(index + 1, `later: ${later}`);
  }
  return null;
}

const [, , tried = "", first = "1"] = process.argv;
const found =
  tried === "stops" ? { calm: null, prey: await huntStops() } : { calm: await calm(), prey: await hunt(Number(tried), Number(first)) };
process.stdout.write(JSON.stringify(found));
