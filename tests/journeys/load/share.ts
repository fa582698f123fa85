/** How many webhooks a second a bot acknowledges, beside a bare Probot app on the same machine at the same time. */
import { availableParallelism } from "node:os";
import type { RedisServer } from "../../lab/net/redis.ts";
import { type Bot, startBot } from "../demo/hub/bot.ts";
import { acknowledged } from "./acks.ts";
import { processorTime } from "./processor.ts";
import { QUIET, whenQuiet } from "./quiet.ts";
import { startWire } from "./wire.ts";

/** The share of a bare Probot app's acknowledgements that a bot must reach. */
const SHARE = 0.8;
/** Measured by turns, so that all have the same machine. */
const ROUNDS = 9;
/** Webhooks of one round: a quarter of a second, so that a pause of the machine's is not all of it. */
const OF_ONE_ROUND = 2_000;
/** What is reached once is reached: the machine may have others to serve. */
const TRIES = 3;
/** A server is as fast as it gets only after some thousand requests. */
const WARM = 3_000;

/** A server that acknowledges webhooks; how many a second in each round, and the milliseconds that it worked in it. */
interface Kind {
  readonly name: string;
  readonly bot: Bot;
  /** Processes at work while it answers. */
  readonly processes: number;
  readonly rates: number[];
  readonly worked: number[];
}

/** `env`: what every server is started with, at a given address of GitHub. `say`: a line for the reader; `at`: what is waited for from now on. */
export interface Measured {
  readonly env: (github: string) => Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  readonly at: (what: string) => void;
}

/**
 * True when a bot acknowledges at least its share of what a bare app does, with either queue. Where others use the machine, or it has fewer
 * processors than there are processes at work (the sender, the server, and Redis for a bot over it), seconds say who waited for whom; there,
 * seconds of the server's own work count too.
 */
export async function acknowledge(redis: RedisServer, measured: Measured): Promise<boolean> {
  const { say, at } = measured;
  const wire = await startWire(() => false);
  wire.hold();
  const env = measured.env(wire.url);
  const kinds: Kind[] = [];
  const start = async (name: string, program: string, more = {}): Promise<Kind> => {
    at(`${name} to answer`);
    const bot = await startBot({ ...env, ...more }, process.env, null, program);
    const kind: Kind = { name, bot, processes: "REDIS_URL" in more ? 3 : 2, rates: [], worked: [] };
    kinds.push(kind);
    await play(kind, WARM, at);
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

async function play({ name, bot, rates, worked }: Kind, count: number, at: Measured["at"]): Promise<void> {
  at(`${name} to acknowledge ${count} webhooks`);
  const before = processorTime(bot.pid());
  rates.push(await acknowledged(bot.hookUrl, count));
  worked.push(processorTime(bot.pid()) - before);
}

/** Measures all of them by turns, and says how each did. Gives those that were too slow. */
async function compared(kinds: readonly Kind[], bare: Kind, { say, at }: Measured): Promise<readonly Kind[]> {
  for (const one of kinds) for (const list of [one.rates, one.worked]) list.splice(0);
  at("the machine to be quiet");
  const others = await whenQuiet();
  say(`${(others * 100).toFixed(0)} % of the machine is used by others`);
  for (let count = 0; count < ROUNDS; count += 1) for (const kind of kinds) await play(kind, OF_ONE_ROUND, at);
  for (const kind of kinds) {
    const shares = sharesOf(kind, bare).map((share) => share.toFixed(2));
    const range = kind === bare ? "" : ` (${shares.at(0)} to ${shares.at(-1)} in ${ROUNDS} rounds)`;
    say(`${kind.name}: ${median(sorted(kind.rates)).toFixed(0)} acknowledgements a second, ${median(shares)} of the bare app's${range}`);
    say(`  in a second of its own work: ${inWork(kind).toFixed(0)}, ${(inWork(kind) / inWork(bare)).toFixed(2)} of the bare app's`);
  }
  const hasRoom = ({ processes }: Kind): boolean => others <= QUIET && availableParallelism() >= processes;
  const isSlow = (kind: Kind): boolean => median(sharesOf(kind, bare)) < SHARE && (hasRoom(kind) || inWork(kind) / inWork(bare) < SHARE);
  return kinds.filter(isSlow);
}

/** Acknowledgements in a second of processor time of the server's process. */
function inWork({ worked }: Kind): number {
  return (OF_ONE_ROUND * worked.length * 1_000) / worked.reduce((sum, ms) => sum + ms, 0);
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
