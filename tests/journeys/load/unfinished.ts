/** How much a bot holds for senders who never end a body and have no secret: in large pieces, and in pieces of one byte. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { processMemory } from "../../builders/process-memory.ts";
import { type Bot, startBot } from "../demo/hub/bot.ts";
import { acknowledged } from "./acks.ts";
import type { Measured } from "./share.ts";
import { startWire } from "./wire.ts";

/** MB that a bot may take beside what it took before: 32 are its budget for bodies; a connection that is read takes 64 KB more for a while. */
const MOST = 256;
/** Milliseconds for which senders go on: a body has ten seconds. */
const SENDING = 9_000;
/** Milliseconds that a body has, and some more: until then the bot holds connections whose senders are gone. */
const BODY = 11_000;
/** Webhooks before anything is measured: a server takes memory for its first ones. */
const WARM = 3_000;

/**
 * How a body comes: `bytes` at a time, so often in one turn, with so many milliseconds between turns. `promised`: the
 * bytes that it says it has; it comes but for the last one.
 */
interface Manner {
  readonly name: string;
  readonly bytes: number;
  readonly pieces: number;
  readonly pause: number;
  readonly promised: number;
}

/** As large as GitHub's may be; and so large that a bot holds it. */
const [LARGEST, HELD] = [25_000_000, 5_000_000];

const MANNERS: readonly Manner[] = [
  { name: "in large pieces", bytes: 64 * 1024, pieces: 4, pause: 10, promised: LARGEST },
  { name: "in large pieces, of a size that is held", bytes: 64 * 1024, pieces: 4, pause: 10, promised: HELD },
  { name: "byte by byte", bytes: 1, pieces: 1, pause: 0, promised: HELD },
];

/** True when no senders make a bot take more than it may; `connections`: how many at one time, of the 1,024 that a bot takes. Throws an `Error` where one does not acknowledge webhooks afterwards. */
export async function unfinished(connections: readonly number[], { env, say, at }: Measured): Promise<boolean> {
  const wire = await startWire(() => false);
  const faults: string[] = [];
  try {
    for (const manner of MANNERS) {
      for (const count of connections) {
        at(`a bot to bear ${count} bodies ${manner.name}`);
        const { before, most, waited, unanswered } = await borne(count, manner, env(wire.url));
        const line = `${count} bodies that never end, ${manner.name}: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`;
        say(`${line}; /healthz answered after ${waited.toFixed(0)} ms at worst, ${unanswered} times not at all`);
        if (most - before > MOST) faults.push(`${line}, which is more than ${MOST} MB beside it`);
      }
    }
  } finally {
    wire.close();
  }
  for (const fault of faults) say(`WRONG: ${fault}`);
  return faults.length === 0;
}

/** MB before and at most; milliseconds of the slowest answer about its health, and how often none came. */
interface Borne {
  readonly before: number;
  readonly most: number;
  readonly waited: number;
  readonly unanswered: number;
}

/** What a bot takes while so many send to it. Throws an `Error` where it does not acknowledge webhooks afterwards. */
async function borne(count: number, manner: Manner, env: Readonly<Record<string, string>>): Promise<Borne> {
  const bot = await startBot(env, process.env);
  try {
    await acknowledged(bot.hookUrl, WARM);
    const before = processMemory(bot.pid(), "VmRSS");
    const end = performance.now() + SENDING;
    const senders = Array.from({ length: count }, () => sender(bot, manner, end));
    const health = await healthUntil(end, bot);
    await Promise.all(senders);
    await sleep(BODY);
    await acknowledged(bot.hookUrl, 100);
    return { before, most: processMemory(bot.pid(), "VmHWM"), ...health };
  } finally {
    await bot.kill();
  }
}

/** Sends until the bot hangs up, or the time is over, and comes again where the bot hung up. */
async function sender(bot: Bot, manner: Manner, end: number): Promise<void> {
  while (performance.now() < end) {
    const socket = connect(Number(new URL(bot.hookUrl).port), "127.0.0.1");
    const isOver = once(socket, "close").catch(() => undefined); // a bot that hangs up is what is measured
    socket.setNoDelay(true);
    socket.write(headOf(manner));
    await sent(socket, manner, end);
    socket.destroy();
    await isOver;
    await sleep(50);
  }
}

const headOf = ({ promised }: Manner): string =>
  [
    "POST /api/github/webhooks HTTP/1.1",
    "host: bot",
    "content-type: application/json",
    `content-length: ${promised}`,
    "x-github-event: issue_comment",
    "x-github-delivery: 00000000-0000-4000-8000-000000000001",
    `x-hub-signature-256: sha256=${"0".repeat(64)}`,
    "",
    "",
  ].join("\r\n");

async function sent(socket: Socket, { bytes, pieces, pause, promised }: Manner, end: number): Promise<void> {
  const part = Buffer.alloc(bytes, "x");
  let left = promised - 1;
  socket.resume();
  while (!socket.destroyed && performance.now() < end) {
    for (let piece = 0; piece < pieces && left > 0 && !socket.writableNeedDrain; piece += 1) {
      socket.write(part.subarray(0, left));
      left -= Math.min(left, bytes);
    }
    await sleep(pause);
  }
}

/** Asks after the bot's health until the end. Gives the longest wait for an answer, in milliseconds, and how often none came. */
async function healthUntil(end: number, bot: Bot): Promise<Pick<Borne, "waited" | "unanswered">> {
  const address = new URL("/healthz", bot.hookUrl);
  let [waited, unanswered] = [0, 0];
  while (performance.now() < end) {
    const began = performance.now();
    const isAnswered = await fetch(address).then(
      ({ ok }) => ok,
      () => false, // the senders may have all its connections
    );
    if (isAnswered) waited = Math.max(waited, performance.now() - began);
    else unanswered += 1;
    await sleep(200);
  }
  return { waited, unanswered };
}
