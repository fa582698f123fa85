/** The prices of Anthropic's models. The SDK has none, so this table is ours and has a date. */
import { type Tariff, type TokenCounts, tariffIn, worstPriceIn } from "#adapters/model/tariff.ts";
import { dollarsOf, type Price } from "#core/values/usage.ts";

/** Dollars for a million tokens, as of 2026-11-21, from https://platform.claude.com/docs/en/about-claude/pricing */
const TARIFFS: Readonly<Record<string, Tariff>> = {
  "claude-fable-5-2": { price: { input: 8, output: 40 } },
  "claude-opus-5-5": { price: { input: 4, output: 20 } },
  "claude-sonnet-5-5": { price: { input: 2, output: 10 } },
  "claude-haiku-5-5": {
    price: { input: 0.1, output: 0.5 },
    long: { above: 100_000, price: { input: 0.5, output: 2.5 } },
  },
};

/** The highest price that a call of this model can have: a reservation assumes it. Null for an unknown model. */
export function worstPrice(id: string): Price | null {
  return worstPriceIn(tariffIn(TARIFFS, id));
}

/** Dollars of one call, at the price for its prompt's length. Null for an unknown model. */
export function anthropicCostOf(id: string, tokens: TokenCounts): number | null {
  const tariff = tariffIn(TARIFFS, id);
  if (tariff === undefined) return null;
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const long = tariff.long !== undefined && prompt > tariff.long.above ? tariff.long : undefined;
  return dollarsOf(tokens, (long ?? tariff).price);
}
