/** How many webhooks a second a bot acknowledges, beside a bare Probot app on the same machine at the same time. */
import { type Bot, startBot } from "../demo/hub/bot.ts";
import type { RedisServer } from "../redis.ts";
import { acknowledged } from "./acks.ts";
import { startWire } from "./wire.ts";

/** The share of a bare Probot app's acknowledgements that a bot must reach. */
const SHARE = 0.8;
/** Measured by turns, so that all have the same machine. */
const ROUNDS = 9;
/** Webhooks of one round: a quarter of a second, so that a pause of the machine's is not all of it. */
const OF_ONE_ROUND = 2_000;
/** Others work on the machine: what is reached once is reached. */
const TRIES = 3;
/** A server is as fast as it gets only after some thousand requests. */
const WARM = 3_000;

/** A server that acknowledges webhooks, and how many a second in each round. */
interface Kind {
  readonly name: string;
  readonly bot: Bot;
  readonly rates: number[];
}

/** `env`: what every server is started with, at a given address of GitHub. `say`: a line for the reader; `at`: what is waited for from now on. */
export interface Measured {
  readonly env: (github: string) => Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  readonly at: (what: string) => void;
}

/**
 * True when a bot acknowledges at least its share of what a bare app does, with either queue. Over Redis the server takes its part of the same
 * machine.
 */
export async function acknowledge(redis: RedisServer, measured: Measured): Promise<boolean> {
  const { say, at } = measured;
  const wire = await startWire(() => false);
  wire.hold();
  const env = measured.env(wire.url);
  const kinds: Kind[] = [];
  const start = async (name: string, program: string, more = {}): Promise<Kind> => {
    at(`${name} to answer`);
    const kind: Kind = { name, bot: await startBot({ ...env, ...more }, process.env, null, program), rates: [] };
    kinds.push(kind);
    await round(kind, WARM, at);
    return kind;
  };
  try {
    const bare = await start("a bare Probot app", "bare-probot.mjs");
    await start("a bot, its queue in the process", "bot.mjs");
    await start("a bot, its queue over Redis", "bot.mjs", { REDIS_URL: redis.url });
    let slow: readonly Kind[] = kinds;
    for (let tried = 0; tried < TRIES && slow.length > 0; tried += 1) {
      const now = await compared(kinds, bare, measured);
      slow = slow.filter((kind) => now.includes(kind));
    }
    for (const { name } of slow) say(`WRONG: ${name} gives less than ${SHARE} of a bare app's acknowledgements`);
    return slow.length === 0;
  } finally {
    for (const kind of kinds) await kind.bot.kill();
    wire.close();
  }
}

async function round({ name, bot }: Kind, count: number, at: Measured["at"]): Promise<number> {
  at(`${name} to acknowledge ${count} webhooks`);
  return acknowledged(bot.hookUrl, count);
}

/** Measures all of them by turns, and says how each did. Gives those that were too slow. */
async function compared(kinds: readonly Kind[], bare: Kind, { say, at }: Measured): Promise<readonly Kind[]> {
  for (const { rates } of kinds) rates.splice(0);
  for (let count = 0; count < ROUNDS; count += 1) for (const kind of kinds) kind.rates.push(await round(kind, OF_ONE_ROUND, at));
  for (const kind of kinds) {
    const shares = sharesOf(kind, bare).map((share) => share.toFixed(2));
    const range = kind === bare ? "" : ` (${shares.at(0)} to ${shares.at(-1)} in ${ROUNDS} rounds)`;
    say(`${kind.name}: ${median(sorted(kind.rates)).toFixed(0)} acknowledgements a second, ${median(shares)} of the bare app's${range}`);
  }
  return kinds.filter((kind) => median(sharesOf(kind, bare)) < SHARE);
}

/** Of each round what the kind did beside what the bare one did, from the least to the most. */
function sharesOf({ rates }: Kind, { rates: bare }: Kind): readonly number[] {
  return sorted(rates.map((rate, index) => rate / (bare[index] ?? rate)));
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

/** Of values in order. Throws an `Error` where there are none. */
function median<T>(values: readonly T[]): T {
  const [middle] = values.slice(Math.floor(values.length / 2));
  if (middle === undefined) throw new Error("bug: nothing was measured");
  return middle;
}
