/** `npm run load`: many signed webhooks at two bots over a real Redis, one of them killed half-way; and how fast one bot acknowledges. */
import { generateKeyPairSync } from "node:crypto";
import { parseArgs } from "node:util";
import { type Bot, startBot } from "../demo/hub/bot.ts";
import { type RedisServer, startRedis } from "../redis.ts";
import { acknowledged } from "./acks.ts";
import { manyWebhooks } from "./many.ts";
import { SECRET } from "./webhooks.ts";
import { startWire, type Wire } from "./wire.ts";

/** The share of a bare Probot app's acknowledgements that a bot must reach. */
const SHARE = 0.8;
/** Measured by turns, so that all have the same machine. */
const ROUNDS = 9;
/** Others work on the machine: what is reached once is reached. */
const TRIES = 3;
const WARM = 3_000;
/** One of so many wishes fails once: 5 %. */
const FAILS = 20;

const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function settings(wire: Wire): Readonly<Record<string, string>> {
  return {
    APP_ID: "4242",
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    ANTHROPIC_API_KEY: "sk-ant-load",
    GITHUB_API_URL: wire.url,
    LOG_LEVEL: "fatal",
  };
}

/** True when all is done once, in order, and nothing is lost. */
async function load(count: number, redis: RedisServer): Promise<boolean> {
  const wire = await startWire((comment) => comment % FAILS === 0);
  const env = { ...settings(wire), REDIS_URL: redis.url };
  const bots: readonly [Bot, Bot] = [await startBot(env, process.env), await startBot(env, process.env)];
  try {
    const began = performance.now();
    const { sent, resent, faults } = await manyWebhooks(count, bots, wire);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    say(`${sent} webhooks at two bots, each wish twice; one bot killed half-way, ${resent} sent once more to the other; ${seconds} s`);
    say(`${wire.refused.size} wishes failed once; ${wire.again()} signs were asked for again by whoever did the dead bot's work`);
    for (const fault of faults.slice(0, 20)) say(`WRONG: ${fault}`);
    say(`${count / 2} wishes: ${faults.length === 0 ? "each done once, in the order of its issue, none lost" : `${faults.length} faults`}`);
    return faults.length === 0 && wire.refused.size === Math.floor(count / 2 / FAILS);
  } finally {
    for (const bot of bots) await bot.kill();
    wire.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A server that acknowledges webhooks, and how many a second in each round. */
interface Kind {
  readonly name: string;
  readonly bot: Bot;
  readonly rates: number[];
}

/** All kinds by turns, so that they had the same machine. */
async function rounds(kinds: readonly Kind[], count: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) for (const { bot, rates } of kinds) rates.push(await acknowledged(bot.hookUrl, count));
}

/** Of each round what the kind did beside what the first one did; the median of these. */
function shareOf({ rates }: Kind, { rates: bare }: Kind): number {
  return median(rates.map((rate, round) => rate / (bare[round] ?? rate)));
}

/** Measures all of them, and says how each did. The first one is what the others are held against. */
async function compared(kinds: readonly Kind[], bare: Kind, count: number): Promise<readonly Kind[]> {
  for (const { rates } of kinds) rates.splice(0);
  await rounds(kinds, count);
  for (const kind of kinds) {
    const [rate, share] = [median(kind.rates).toFixed(0), shareOf(kind, bare).toFixed(2)];
    say(`${kind.name}: ${rate} acknowledgements a second, ${share} of the bare app's`);
  }
  return kinds.filter((kind) => shareOf(kind, bare) < SHARE);
}

/** True when a bot acknowledges at least its share of what a bare app does, with either queue. Over Redis the server takes its part of the same machine. */
async function acknowledge(count: number, redis: RedisServer): Promise<boolean> {
  const wire = await startWire(() => false);
  wire.hold();
  const env = settings(wire);
  const kindOf = async (name: string, program: string, more = {}): Promise<Kind> => {
    const bot = await startBot({ ...env, ...more }, process.env, null, program);
    return { name, bot, rates: [] };
  };
  const bare = await kindOf("a bare Probot app", "bare-probot.mjs");
  const bot = await kindOf("a bot, its queue in the process", "bot.mjs");
  const kinds = [bare, bot, await kindOf("a bot, its queue over Redis", "bot.mjs", { REDIS_URL: redis.url })];
  try {
    // A server is as fast as it gets only after some thousand requests.
    for (const kind of kinds) await acknowledged(kind.bot.hookUrl, WARM);
    let slow: readonly Kind[] = kinds;
    for (let tried = 0; tried < TRIES && slow.length > 0; tried += 1) {
      const now = await compared(kinds, bare, count);
      slow = slow.filter((kind) => now.includes(kind));
    }
    for (const { name } of slow) say(`WRONG: ${name} gives less than ${SHARE} of a bare app's acknowledgements`);
    return slow.length === 0;
  } finally {
    for (const kind of kinds) await kind.bot.kill();
    wire.close();
  }
}

const { values } = parseArgs({ options: { webhooks: { type: "string", default: "2000" } } });
const count = Number(values.webhooks);
if (!Number.isInteger(count) || count < 2 * FAILS || count % (2 * FAILS) !== 0)
  throw new Error(`--webhooks ${values.webhooks}: give a multiple of ${2 * FAILS}`);
const redis = await startRedis();
try {
  const whole = await load(count, redis);
  const fast = await acknowledge(500, redis);
  process.exitCode = whole && fast ? 0 : 1;
} finally {
  await redis.remove();
}
