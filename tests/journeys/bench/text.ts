/** `npm run bench:text`: every parser of strangers' text takes at most twice as long on twice the text, and 50 ms for 256 KiB (`security/linear`). */
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { processorTime } from "./processor-time.ts";
import { shareOf } from "./share.ts";
import { SUBJECTS, UNITS } from "./text-subjects.ts";

const KIB = 1024;
const WHOLE = 256 * KIB;
/** Milliseconds for the longest text, on a machine that takes a plain one apart, letter by letter, in `BARE` (decision 0026). */
const LIMIT = 50;
const BARE = 5;
/** Of twice as long, what the clock and the collector of garbage may add. */
const NOISE = 1.6;
/** Below this many milliseconds a ratio tells of the clock only. */
const TELLING = 8;
/** Noise only adds: what is within the limits once is within them. */
const TRIES = 20;

function textOf(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

setFlagsFromString("--expose-gc");
/** What others left behind is not swept up within a measurement. */
const collect = runInNewContext("gc") as () => void;

/** Milliseconds of the processor. */
const timeOf = (read: (text: string) => unknown, text: string): number => processorTime(() => read(text));

/** The same, when what others left behind was swept up. */
function quietTimeOf(read: (text: string) => unknown, text: string): number {
  collect();
  return timeOf(read, text);
}

/** How much slower this machine is now than the one where the limit was set; 1 where it is not. The shortest of three. */
function slowness(): number {
  const plain = textOf("word and more ", WHOLE);
  const bare = Math.min(...[0, 0, 0].map(() => quietTimeOf((text) => text.split("").map((letter) => letter.charCodeAt(0)), plain)));
  return Math.max(1, bare / BARE);
}

/** Milliseconds for the whole text, and what is wrong with them in words; null when nothing is. */
interface Judged {
  readonly whole: number;
  readonly complaint: string | null;
}

function measured(read: (text: string) => unknown, unit: string, slow: number, time = quietTimeOf): Judged {
  const half = time(read, textOf(unit, WHOLE / 2));
  const whole = time(read, textOf(unit, WHOLE));
  const ratio = whole / half;
  if (whole > LIMIT * slow) return { whole, complaint: `${whole.toFixed(1)} ms for 256 KiB, the limit is ${(LIMIT * slow).toFixed(0)}` };
  const isSteep = whole > TELLING * slow && ratio > 2 * NOISE;
  return { whole, complaint: isSteep ? `${ratio.toFixed(1)} times as long for twice the text` : null };
}

/** What of several tries was best: noise only adds. Where the whole text takes too short for a ratio, one look is enough. */
function judged(read: (text: string) => unknown, unit: string): Judged {
  const whole = timeOf(read, textOf(unit, WHOLE));
  if (whole <= TELLING) return { whole, complaint: null };
  let best = measured(read, unit, 1, timeOf);
  for (let tried = 1; tried < TRIES && best.complaint !== null; tried++) best = measured(read, unit, slowness());
  return best;
}

/** Prints each parser of a share with its slowest text and what is wrong with it; true when all are within the limits. */
function bench(part: string): boolean {
  let isFine = true;
  const subjects = shareOf(Object.entries(SUBJECTS), part);
  for (const [name, read] of subjects) {
    const all = UNITS.map((unit) => ({ unit, ...judged(read, unit) }));
    const worst = all.reduce((most, one) => (one.whole > most.whole ? one : most));
    const wrong = all.filter(({ complaint }) => complaint !== null);
    const lines = wrong.map(({ unit, complaint }) => `  NOT with ${JSON.stringify(unit)}: ${complaint}\n`).join("");
    process.stdout.write(
      `${name.padEnd(14)} ${worst.whole.toFixed(1).padStart(6)} ms at most, with ${JSON.stringify(worst.unit)}\n${lines}`,
    );
    isFine &&= wrong.length === 0;
  }
  process.stdout.write(`this machine takes ${slowness().toFixed(1)} times as long as the one where the limit was set\n`);
  process.stdout.write(`${subjects.length} parsers, ${UNITS.length} hostile texts: ${isFine ? "linear" : "NOT linear"}\n`);
  return isFine;
}

const { values } = parseArgs({ options: { part: { type: "string", default: "1/1" } } });
process.exitCode = bench(values.part) ? 0 : 1;
