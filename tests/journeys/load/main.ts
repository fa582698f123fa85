/**
 * `npm run load`: many signed webhooks at two bots over a real Redis, one of them killed half-way; and how fast one bot acknowledges.
 * With `--unfinished` how much one holds for senders who never end, and nothing else; `--connections 150` of so many senders.
 */
import { generateKeyPairSync } from "node:crypto";
import { parseArgs } from "node:util";
import { endWithin } from "../../builders/ending.ts";
import { type RedisServer, startRedis } from "../../lab/net/redis.ts";
import { startBot } from "../demo/hub/bot.ts";
import { manyWebhooks } from "./many.ts";
import { acknowledge } from "./share.ts";
import { unfinished } from "./unfinished.ts";
import { SECRET } from "./webhooks.ts";
import { startWire } from "./wire.ts";

/** One of so many wishes fails once: 5 %. */
const FAILS = 20;
/** Milliseconds for all of it: several times what it takes on two cores. */
const LIMIT = 900_000;

const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let awaited = "redis-server to answer";
const at = (what: string): void => {
  awaited = what;
};

function envAt(github: string): Readonly<Record<string, string>> {
  return {
    APP_ID: "4242",
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    ANTHROPIC_API_KEY: "sk-ant-load",
    GITHUB_API_URL: github,
    LOG_LEVEL: "fatal",
  };
}

/** True when all is done once, in order, and nothing is lost. */
async function load(count: number, redis: RedisServer): Promise<boolean> {
  const wire = await startWire((comment) => comment % FAILS === 0);
  const env = { ...envAt(wire.url), REDIS_URL: redis.url };
  at("two bots to answer");
  const bots = await Promise.all([startBot(env, process.env), startBot(env, process.env)]);
  try {
    const began = performance.now();
    const { sent, resent, faults } = await manyWebhooks(count, bots, { wire, at });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    say(`${sent} webhooks at two bots, each wish twice; one bot killed half-way, ${resent} sent once more to the other; ${seconds} s`);
    say(`${wire.refused.size} wishes failed once; ${wire.again.length} signs were asked for again`);
    for (const fault of faults.slice(0, 20)) say(`WRONG: ${fault}`);
    say(`${count / 2} wishes: ${faults.length === 0 ? "each done once, in the order of its issue, none lost" : `${faults.length} faults`}`);
    return faults.length === 0 && wire.refused.size === Math.floor(count / 2 / FAILS);
  } finally {
    for (const bot of bots) await bot.kill();
    wire.close();
  }
}

async function withRedis(): Promise<boolean> {
  const redis = await startRedis();
  try {
    const whole = await load(count, redis);
    const fast = await acknowledge(redis, { env: envAt, say, at });
    return whole && fast;
  } finally {
    await redis.remove();
  }
}

const { values } = parseArgs({
  options: {
    webhooks: { type: "string", default: "2000" },
    unfinished: { type: "boolean", default: false },
    connections: { type: "string", default: "150,1000" },
  },
});
const count = Number(values.webhooks);
if (!Number.isInteger(count) || count < 2 * FAILS || count % (2 * FAILS) !== 0)
  throw new Error(`--webhooks ${values.webhooks}: give a multiple of ${2 * FAILS}`);
const connections = values.connections.split(",").map(Number);
if (!connections.every((one) => Number.isInteger(one) && one > 0 && one <= 1_000))
  throw new Error(`--connections ${values.connections}: give numbers from 1 to 1000, with commas between them`);
const isOver = endWithin(LIMIT, () => awaited);
try {
  const isWell = values.unfinished ? await unfinished(connections, { env: envAt, say, at }) : await withRedis();
  process.exitCode = isWell ? 0 : 1;
} finally {
  isOver();
}
