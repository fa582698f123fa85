/** The laws of prices notice what a journal does not tell, and what it tells too much; and allow what was lost with its process. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { type ModelUsage, NO_USAGE } from "#core/values/usage.ts";
import { pricesOf } from "./prices.ts";
import { processOf } from "./process.ts";
import { scheduleFrom } from "./schedule.ts";

const SPEND: ModelUsage = { ...NO_USAGE, calls: 1, input: 100, output: 10 };
const PROMPT = { agent: "worker", model: "fast", system: "", tools: [], messages: [], maxTokens: 1, deadline: 1 } as const;

const priced = (spend: ModelUsage): Event => ({ kind: "step_interrupted", at: 0, step: "PRODUCE_PREPARE", spend });

/** Somebody of this name has been answered so often. */
async function answered(name: string, times: number) {
  const schedule = scheduleFrom(0);
  const prices = pricesOf();
  const born = (as: string) => processOf(as, schedule, () => 0);
  const by = born(name);
  const model = prices.counted(
    { price: () => null, reply: async () => ({ text: "", calls: [], finish: "done", usage: SPEND, raw: null }) },
    by,
  );
  for (let time = 0; time < times; time++) await model.reply(PROMPT, new AbortController().signal);
  return { prices, by, born };
}

it("is content where each answer is told once, by whoever was answered", async () => {
  const { prices, by } = await answered("run 1", 2);
  expect(prices.wrote(by, [{ kind: "iteration_advanced", at: 0 } as Event])).toEqual([]); // a line without a price says nothing of prices
  expect(prices.wrote(by, [priced(SPEND), priced(SPEND)])).toEqual([]);
  expect(prices.owed()).toEqual([]);
});

it.each([
  { name: "nothing", spends: [] },
  { name: "one of two", spends: [SPEND] },
  { name: "one twice", spends: [SPEND, SPEND, SPEND] },
  { name: "no tokens", spends: [SPEND, { ...SPEND, output: 0 }] },
  { name: "a call that was never cut off", spends: [SPEND, { ...SPEND, cacheWrite: 1 }] },
])("notices that of two answers $name is told", async ({ spends }) => {
  const { prices, by } = await answered("run 1", 2);
  const at = prices.wrote(by, spends.map(priced));
  expect(at).toHaveLength(spends.length > 0 ? 1 : 0);
  expect(prices.owed()).toEqual([expect.stringContaining("the model answered 2 calls, 220 tokens")]);
});

it("counts a call that failed, and one that was cut off", async () => {
  const { prices, by } = await answered("bot 1", 0);
  const failing = prices.counted({ price: () => null, reply: () => Promise.reject(new Error("overloaded")) }, by);
  for (const signal of [new AbortController().signal, AbortSignal.abort()]) await failing.reply(PROMPT, signal).catch(() => undefined);
  expect(prices.owed()).toHaveLength(1);
  expect(prices.wrote(by, [priced({ ...NO_USAGE, calls: 1 }), priced({ ...NO_USAGE, calls: 1, cacheWrite: 9 })])).toEqual([]);
});

it("lets whoever publishes tell what the job that verified was answered", async () => {
  const { prices, born } = await answered("verify 7", 1);
  expect(prices.wrote(born("publish 7"), [priced(SPEND)])).toEqual([]);
  expect(prices.owed()).toEqual([]);
});

it("allows that what somebody had in hand is lost with them, and nothing else", async () => {
  const died = await answered("run 1", 1);
  died.by.die();
  expect(died.prices.owed()).toEqual([]);
  const hit = await answered("run 1", 1);
  hit.prices.disturbed(hit.born("run 1"));
  expect(hit.prices.owed()).toHaveLength(1);
  hit.prices.disturbed(hit.by);
  expect(hit.prices.owed()).toEqual([]);
  // What is written down is whole, whatever happened.
  expect(hit.prices.wrote(hit.by, [priced({ ...SPEND, input: 1 })])).toHaveLength(1);
});
