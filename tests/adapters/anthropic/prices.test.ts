/** What a call costs: by the table, and never less than it may be. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { anthropicModel } from "#adapters/anthropic/model.ts";
import { costOf, worstPriceOf } from "#adapters/model/tariff.ts";
import { Config } from "#core/config/config.ts";
import { dollarsOf } from "#core/values/usage.ts";
import { quickClock } from "../model/quick-clock.ts";

const million = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };

it.each([
  { id: "claude-fable-5-2", input: 8, output: 40 },
  { id: "claude-opus-5-5", input: 4, output: 20 },
  { id: "claude-opus-5-5-20260922", input: 4, output: 20 },
  { id: "claude-sonnet-5-5", input: 2, output: 10 },
  { id: "claude-haiku-5-5", input: 0.5, output: 2.5 },
])("$id costs at worst $input and $output", ({ id, input, output }) => {
  expect(worstPriceOf("anthropic", id)).toEqual({ input, output });
  expect(costOf("anthropic", id, million)).toBe(input);
});

it.each(["claude-unknown-9", "toString", "", "gpt"])("nobody told us the price of %j", (id) => {
  expect(worstPriceOf("anthropic", id)).toBeNull();
  expect(costOf("anthropic", id, million)).toBeNull();
});

it.each([
  { prompt: { input: 100_000, cacheRead: 0, cacheWrite: 0 }, dollars: 0.01 },
  { prompt: { input: 100_001, cacheRead: 0, cacheWrite: 0 }, dollars: 0.0500005 },
  { prompt: { input: 1, cacheRead: 100_000, cacheWrite: 0 }, dollars: 0.0050005 },
])("haiku is dearer above a prompt of 100,000 tokens, cached ones included: $dollars", ({ prompt, dollars }) => {
  expect(costOf("anthropic", "claude-haiku-5-5", { ...prompt, output: 0 })).toBeCloseTo(dollars, 9);
});

it.each([
  { id: "claude-opus-5-5", dollars: 0.2 },
  { id: "claude-sonnet-5-5-20260922", dollars: 0.1 },
  { id: "claude-haiku-5-5", dollars: 0.05 },
  { id: "claude-fable-5-2", dollars: 0.8 },
])("a million tokens of $id that its cache gives back cost $dollars", ({ id, dollars }) => {
  expect(costOf("anthropic", id, { ...million, input: 0, cacheRead: 1_000_000 })).toBeCloseTo(dollars, 9);
});

it("a call never costs more than its worst price", () => {
  const count = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count }), (tokens) => {
      for (const id of ["claude-haiku-5-5", "claude-opus-5-5"]) {
        expect(costOf("anthropic", id, tokens)).toBeLessThanOrEqual(dollarsOf(tokens, worstPriceOf("anthropic", id)) ?? -1);
      }
    }),
  );
});

it("a price is asked by tier or by id", () => {
  const { models } = Config.parse({ models: { fast: "claude-unknown-9" } });
  const model = anthropicModel({ apiKey: "k", models, clock: quickClock(), random: { hex: () => "00" } });
  expect(model.price("best")).toEqual({ input: 4, output: 20 });
  expect(model.price("claude-sonnet-5-5")).toEqual({ input: 2, output: 10 });
  expect(model.price("fast")).toBeNull();
});
