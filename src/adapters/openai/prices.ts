/** The prices of OpenAI's models. The SDK has none, so this table is ours and has a date. */
import { type Tariff, type TokenCounts, tariffIn, worstPriceIn } from "#adapters/model/tariff.ts";
import type { Price } from "#core/values/usage.ts";

/**
 * `cached`: dollars for a million tokens of a prompt that the provider had seen before. Writing to its cache costs
 * nothing extra.
 */
interface CachedTariff extends Tariff {
  readonly cached: number;
}

/**
 * Dollars for a million tokens, as of 2026-11-21, at https://platform.openai.com/docs/pricing by what third parties
 * quote of it.
 */
const TARIFFS: Readonly<Record<string, CachedTariff>> = {
  "gpt-5.2": { price: { input: 1.75, output: 14 }, cached: 0.175 },
  "gpt-5.1": { price: { input: 1.25, output: 10 }, cached: 0.125 },
  "gpt-5": { price: { input: 1.25, output: 10 }, cached: 0.125 },
  "gpt-5-mini": { price: { input: 0.25, output: 2 }, cached: 0.025 },
  "gpt-5-nano": { price: { input: 0.05, output: 0.4 }, cached: 0.005 },
  "gpt-4.1": { price: { input: 2, output: 8 }, cached: 0.5 },
  "gpt-4.1-mini": { price: { input: 0.4, output: 1.6 }, cached: 0.1 },
  o3: { price: { input: 2, output: 8 }, cached: 0.5 },
  "o4-mini": { price: { input: 1.1, output: 4.4 }, cached: 0.275 },
};

/** The highest price that a call of this model can have. Null for an unknown model. */
export function worstPrice(id: string): Price | null {
  return worstPriceIn(tariffIn(TARIFFS, id));
}

/** Dollars of one call. Null for an unknown model. */
export function openaiCostOf(id: string, { input, cacheRead, cacheWrite, output }: TokenCounts): number | null {
  const tariff = tariffIn(TARIFFS, id);
  if (tariff === undefined) return null;
  const { price, cached } = tariff;
  return ((input + cacheWrite) * price.input + cacheRead * cached + output * price.output) / 1_000_000;
}
