/** Plays seeds until a law is broken, as many as it is told to, and says after how many as JSON: how `controls.ts` tries a product that lacks something. */
import { drawn } from "./draw.ts";
import { played } from "./play.ts";

/** Characters that are told of the law. */
const SAID = 160;

async function hunt(seeds: number): Promise<{ readonly after: number; readonly law: string } | null> {
  for (let seed = 1; seed <= seeds; seed++) {
    const [law] = (await played(drawn(seed))).broken;
    if (law !== undefined) return { after: seed, law: law.slice(0, SAID).replaceAll("\n", " ") };
  }
  return null;
}

process.stdout.write(JSON.stringify(await hunt(Number(process.argv[2]))));
