/** Many webhooks at two bots over one Redis, each sent twice; one bot is killed half-way. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Bot } from "../demo/hub/bot.ts";
import { faultsIn, repeatsIn } from "./judge.ts";
import { send, type Webhook, type Wish, webhookOf } from "./webhooks.ts";
import type { Wire } from "./wire.ts";

/** Comments of one issue: as many as a line holds while the first is in hand. */
const OF_ONE_ISSUE = 20;

/** Milliseconds until what is not done yet counts as lost: the lease of the dead bot and the pauses are well within. */
const PATIENCE = 180_000;

/** `count` wishes, the issues by turns. */
function wishes(count: number): readonly Wish[] {
  const issues = Math.ceil(count / OF_ONE_ISSUE);
  return Array.from({ length: count }, (_, index) => ({ issue: 1 + (index % issues), comment: 1_000 + index }));
}

export interface Told {
  /** Webhooks that were sent, and those that found no bot and were sent once more to the other one. */
  readonly sent: number;
  readonly resent: number;
  readonly faults: readonly string[];
}

/** GitHub, and what hears what is waited for from now on. */
interface Given {
  readonly wire: Wire;
  readonly at: (what: string) => void;
}

/** Sends each wish twice, to both bots or to one of them, at one moment, and judges what came of it. The second of the bots is killed half-way. */
export async function manyWebhooks(count: number, [first, second]: readonly [Bot, Bot], { wire, at }: Given): Promise<Told> {
  const all = wishes(count / 2);
  const told = { sent: 0, resent: 0, answers: new Map<number | null, number>() };
  const half = killedAfter(second, count / 2);
  const post = async (bot: Bot, webhook: Webhook): Promise<void> => {
    const status = await send(bot.hookUrl, webhook);
    if (status === null && bot !== first) {
      told.resent += 1;
      return post(first, webhook);
    }
    told.sent += 1;
    told.answers.set(status, (told.answers.get(status) ?? 0) + 1);
    half(told.sent);
    at(`answers to ${count - told.sent} of ${count} webhooks`);
  };
  // GitHub tells of an issue in order, and of several issues at one time.
  const lines = new Map<number, Wish[]>();
  for (const wish of all) lines.set(wish.issue, [...(lines.get(wish.issue) ?? []), wish]);
  // What only the bot was told that dies is as safe as what both were told.
  const ways = [
    [first, second],
    [second, second],
    [second, first],
    [first, first],
  ];
  const twice = (wish: Wish): Promise<unknown> =>
    Promise.all((ways[wish.comment % ways.length] ?? []).map((bot) => post(bot, webhookOf(wish))));
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const wish of line) await twice(wish);
    }),
  );
  await over(all, first, { wire, at });
  const odd = [...told.answers]
    .filter(([status]) => status !== 200)
    .map(([status, times]) => `${times} webhooks were answered with ${status}`);
  return { sent: told.sent, resent: told.resent, faults: [...faultsIn(all, wire.signs), ...repeatsIn(wire.again), ...odd] };
}

/** Waits until all is done and nothing is left that could be done twice, or patience is at its end. */
async function over(all: readonly Wish[], bot: Bot, { wire, at }: Given): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const [open, left] = [faultsIn(all, wire.signs), await bot.jobs()];
    if ((open.length === 0 && left === "0") || performance.now() >= end) return;
    at(`${open.length} wishes to be done and ${left} jobs to be over, among them: ${open[0]}`);
    await sleep(100);
  }
}

/** Kills a bot once, when so many webhooks were answered. */
function killedAfter(bot: Bot, count: number): (answered: number) => void {
  let dead = false;
  return (answered) => {
    if (dead || answered < count) return;
    dead = true;
    void bot.kill();
  };
}
