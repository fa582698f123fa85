/** Many webhooks at two bots over one Redis, each sent twice; one bot is killed half-way. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Bot } from "../demo/hub/bot.ts";
import { faultsIn } from "./judge.ts";
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

/** Sends each wish twice, to both bots at one moment, and judges what came of it. The second of the bots is killed half-way. */
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
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const webhook of line.map(webhookOf)) await Promise.all([post(first, webhook), post(second, webhook)]);
    }),
  );
  const end = performance.now() + PATIENCE;
  for (let open = faultsIn(all, wire.signs); open.length > 0 && performance.now() < end; open = faultsIn(all, wire.signs)) {
    at(`${open.length} wishes to be done, among them: ${open[0]}`);
    await sleep(100);
  }
  const odd = [...told.answers]
    .filter(([status]) => status !== 200)
    .map(([status, times]) => `${times} webhooks were answered with ${status}`);
  return { sent: told.sent, resent: told.resent, faults: [...faultsIn(all, wire.signs), ...odd] };
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
