import { expect, it } from "vitest";
import { meterModel, type UsageCaps } from "#agent/window/meter.ts";
import { addUsage, NO_USAGE, tokensOf } from "#core/values/usage.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Model, Prompt } from "#ports/model.ts";
import { says, scriptedModel, TURN_SPEND, type Turn } from "../../fakes/scripted-model.ts";

const FREE: UsageCaps = { tokens: null, dollars: null };
const signal = new AbortController().signal;
const role = "You are the worker of Loopwright.";

/** 100 tokens of reply, and an input of exactly `bytes` bytes. */
function aPrompt(bytes: number): Prompt {
  const empty = JSON.stringify([role, [], null]).length;
  return {
    agent: "worker",
    model: "m-1",
    system: role,
    tools: [],
    messages: [{ role: "user", text: "x".repeat(bytes - empty) }],
    maxTokens: 100,
    deadline: 1,
  };
}

const worker = (turns: readonly Turn[], price?: { input: number; output: number } | null) =>
  scriptedModel({ worker: turns }, price === undefined ? {} : { price });

it.each([
  { spent: 0, cap: 200, allowed: true },
  { spent: 0, cap: 199, allowed: false },
  { spent: 50, cap: 250, allowed: true },
  { spent: 50, cap: 249, allowed: false },
])("at $spent tokens spent and a cap of $cap a call of at most 200 is allowed: $allowed", async ({ spent, cap, allowed }) => {
  const inner = worker([says("fine")]);
  const model = meterModel(inner, { ...FREE, tokens: cap }, { ...NO_USAGE, cacheRead: spent });
  const call = model.reply(aPrompt(350), signal);
  await (allowed
    ? expect(call).resolves.toMatchObject({ text: "fine" })
    : expect(call).rejects.toThrow(`${spent} tokens spent and up to 200 more needed, limits.tokens is ${cap}`));
  expect(inner.prompts).toHaveLength(allowed ? 1 : 0);
});

it.each([
  { cap: 0.001625, allowed: true },
  { cap: 0.0016, allowed: false },
])("reserves input at the price of a cache write and the longest reply: a cap of $$cap is enough: $allowed", async ({ cap, allowed }) => {
  const model = meterModel(worker([says("fine")], { input: 1, output: 15 }), { ...FREE, dollars: cap }, NO_USAGE);
  const call = model.reply(aPrompt(350), signal);
  await (allowed ? expect(call).resolves.toBeDefined() : expect(call).rejects.toThrow("$0.0000 spent and up to $0.0016 more needed"));
});

it("counts the calls under way, so that together they cannot break the cap", async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow: Turn = () => gate.then(() => says("late"));
  const inner = worker([slow, slow, says("now")]);
  const model = meterModel(inner, { ...FREE, tokens: 450 }, NO_USAGE);
  const under = [model.reply(aPrompt(350), signal), model.reply(aPrompt(350), signal)];
  await expect(model.reply(aPrompt(350), signal)).rejects.toMatchObject({ service: "budget", retryable: false });
  expect(model.take()).toEqual({ ...NO_USAGE, by: {} });
  open();
  await Promise.all(under);
  expect(model.take()).toMatchObject({ calls: 2, input: 200, output: 20 });
  await expect(model.reply(aPrompt(350), signal)).resolves.toMatchObject({ text: "now" });
});

/** Settles but does not reserve: the planted fault that the next test has to see. */
function careless(inner: Model, cap: number): Model {
  let spent = 0;
  return {
    price: inner.price,
    reply: async (prompt, abort) => {
      if (spent + 200 > cap) throw new Failure("budget", "over", { retryable: false });
      const reply = await inner.reply(prompt, abort);
      spent += tokensOf(reply.usage);
      return reply;
    },
  };
}

it.each([
  { purse: "ours", make: (inner: Model) => meterModel(inner, { ...FREE, tokens: 5000 }, NO_USAGE), keeps: true },
  { purse: "one that only settles", make: (inner: Model) => careless(inner, 5000), keeps: false },
])("a hundred concurrent calls stay within the cap with $purse: $keeps", async ({ make, keeps }) => {
  const turn: Turn = async () => {
    await Promise.resolve();
    return { text: "x", usage: { ...NO_USAGE, calls: 1, input: 100, output: 100 } };
  };
  const model = make(worker(Array.from({ length: 100 }, () => turn)));
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => model.reply(aPrompt(350), signal)));
  const spent = results.filter(({ status }) => status === "fulfilled").length * 200;
  expect(spent <= 5000).toBe(keeps);
  expect(spent).toBeGreaterThanOrEqual(5000);
});

it.each([
  {
    what: "a model without a price",
    price: null,
    before: NO_USAGE,
    says: "the price of m-1 is not known, so limits.dollars cannot be kept",
  },
  { what: "an unknown price in the past", price: { input: 1, output: 1 }, before: { ...NO_USAGE, dollars: null }, says: "was used before" },
])("refuses $what under a cap in dollars, and allows it without", async ({ price, before, says: message }) => {
  const prompt = aPrompt(350);
  const capped = meterModel(worker([says("x")], price), { ...FREE, dollars: 100 }, before).reply(prompt, signal);
  await expect(capped).rejects.toThrow(message);
  await expect(capped).rejects.toBeInstanceOf(Failure);
  await expect(meterModel(worker([says("x")], price), FREE, before).reply(prompt, signal)).resolves.toMatchObject({ text: "x" });
});

it("gives what was spent since the last take, and passes the price through", async () => {
  const model = meterModel(worker([says("a"), says("b")]), FREE, { ...NO_USAGE, input: 5 });
  await model.reply(aPrompt(350), signal);
  expect(model.take()).toEqual({ ...TURN_SPEND, by: { worker: TURN_SPEND } });
  expect(model.take()).toEqual({ ...NO_USAGE, by: {} });
  await model.reply(aPrompt(350), signal);
  expect(model.take()).toEqual({ ...TURN_SPEND, by: { worker: TURN_SPEND } });
  expect(model.price("m-1")).toEqual({ input: 3, output: 15 });
});

it("counts a call that failed, gives its reservation back and passes the failure on", async () => {
  const failure = new Failure("model", "overloaded", { retryable: true });
  const broken: Turn = () => {
    throw failure;
  };
  const model = meterModel(worker([broken, says("x")]), { ...FREE, tokens: 200 }, NO_USAGE);
  await expect(model.reply(aPrompt(350), signal)).rejects.toBe(failure);
  expect(model.take()).toMatchObject({ ...NO_USAGE, calls: 1 });
  await expect(model.reply(aPrompt(350), signal)).resolves.toMatchObject({ text: "x" });
});

it("counts the prompt of a call that was interrupted, so that interruptions without end meet the cap", async () => {
  const interrupted = () => {
    throw new Interrupted("stopped");
  };
  const model = meterModel(worker([interrupted, interrupted]), { ...FREE, tokens: 250 }, NO_USAGE);
  await expect(model.reply(aPrompt(350), signal)).rejects.toThrow(Interrupted);
  expect(tokensOf(model.take())).toBe(100);
  await expect(model.reply(aPrompt(350), signal)).rejects.toThrow("100 tokens spent and up to 200 more needed");
});

it("tells apart who asked, and the parts are the sum", async () => {
  const model = meterModel(worker([says("one"), says("two"), says("three")]), FREE, NO_USAGE);
  for (const agent of ["worker", "preparer", "worker"]) await model.reply({ ...aPrompt(350), agent }, signal);
  const { by, ...sum } = model.take();
  expect(by).toEqual({ worker: addUsage(TURN_SPEND, TURN_SPEND), preparer: TURN_SPEND });
  expect(sum).toEqual([TURN_SPEND, TURN_SPEND, TURN_SPEND].reduce(addUsage));
});
