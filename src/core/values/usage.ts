/** Counts what a run costs: tokens as the provider counts them, dollars where the price is known. */
import * as z from "zod";

const Count = z.int().nonnegative();

/** Tokens by kind, dollars (null as soon as one part has no price), and how many calls of a model. */
export const ModelUsage = z.strictObject({
  calls: Count,
  input: Count,
  output: Count,
  cacheRead: Count,
  cacheWrite: Count,
  dollars: z.number().nonnegative().nullable(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** A usage, and its parts by the name of the role or agent that asked: journals of earlier versions do not say who. */
export const AttributedUsage = ModelUsage.extend({ by: z.record(z.string(), ModelUsage).optional() });
export type AttributedUsage = z.infer<typeof AttributedUsage>;

/**
 * Dollars for a million tokens. Cache prices are derived: a read costs 0.1 of input unless its tariff says otherwise, a
 * write for five minutes 1.25 (platform.claude.com).
 */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The price of a model. */
export interface Tariff {
  readonly price: Price;
  /** A higher price for prompts of more than `above` tokens. */
  readonly long?: { readonly above: number; readonly price: Price };
  /** Dollars for a million tokens of a prompt that the provider had seen before, where that is no tenth of `input`. */
  readonly cached?: number;
}

/** What an earlier run of the repository cost. `answers`: it answered a question in place of changing anything. */
export const EarlierCost = z.strictObject({
  dollars: z.number().nonnegative().nullable(),
  tokens: Count,
  answers: z.boolean(),
});
export type EarlierCost = z.infer<typeof EarlierCost>;

/** The earlier runs that a run knows the costs of, at most. */
export const MOST_EARLIER = 10;

export const NO_USAGE: ModelUsage = { calls: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, dollars: 0 };

/** The sum of two usages. An unknown price stays unknown. */
export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    calls: a.calls + b.calls,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    dollars: a.dollars === null || b.dollars === null ? null : a.dollars + b.dollars,
  };
}

/** All tokens of a usage, whatever their kind: the unit of the cap `limits.tokens`. */
export function tokensOf(usage: ModelUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** Dollars of these tokens at a price; null without one. `cached`: of a million tokens of a cache read. */
export function dollarsOf(
  tokens: Omit<ModelUsage, "dollars" | "calls">,
  price: Price | null,
  cached = (price?.input ?? 0) * 0.1,
): number | null {
  if (price === null) return null;
  const input = (tokens.input + tokens.cacheWrite * 1.25) * price.input + tokens.cacheRead * cached;
  return (input + tokens.output * price.output) / 1_000_000;
}
