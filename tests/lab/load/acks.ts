/** How many webhooks a second a server acknowledges, while none of the work that they ask for goes on: GitHub is silent. */
import { send, webhookOf } from "./webhooks.ts";

/** Webhooks under way at one time, as from several repositories that are busy. */
const LANES = 16;
/** Comments of one issue: a line never fills. */
const OF_ONE_ISSUE = 10;

let next = 1_000_000;

/** Sends so many webhooks, none of which was sent before. Gives answers a second. Throws an `Error` when one is answered with an error. */
export async function acknowledged(url: string, count: number): Promise<number> {
  const from = next;
  next += count;
  const webhooks = Array.from({ length: count }, (_, index) =>
    webhookOf({ issue: Math.floor((from + index) / OF_ONE_ISSUE), comment: from + index }),
  );
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (let webhook = webhooks.pop(); webhook !== undefined; webhook = webhooks.pop()) {
      const status = await send(url, webhook);
      if (status !== 200) throw new Error(`a webhook to ${url} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (count / (performance.now() - began)) * 1_000;
}
