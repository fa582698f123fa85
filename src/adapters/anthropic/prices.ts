/** What Anthropic's models cost. The SDK knows no prices, so this table is ours and has a date. */
import { dollarsOf, type Price, type Spend } from "#core/spend.ts";

/** A model's price, and where a long prompt makes it dearer: `long` holds above `above` tokens of prompt. */
interface Tariff {
  readonly price: Price;
  readonly long?: { readonly above: number; readonly price: Price };
}

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

/** The tariff of a concrete id, with or without its date (`claude-opus-5-5-20260922`); undefined when nobody told us. */
function tariffOf(id: string): Tariff | undefined {
  const name = id.replace(/-\d{8}$/, "");
  return Object.hasOwn(TARIFFS, name) ? TARIFFS[name] : undefined;
}

/** The highest price that a call of this model can have: what a reservation must assume. Null for an unknown model. */
export function worstPrice(id: string): Price | null {
  const tariff = tariffOf(id);
  return tariff?.long?.price ?? tariff?.price ?? null;
}

/** Dollars of one call, at the price that its prompt's length gives it. Null for an unknown model. */
export function settle(id: string, tokens: Omit<Spend, "dollars" | "calls">): number | null {
  const tariff = tariffOf(id);
  if (tariff === undefined) return null;
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const long = tariff.long !== undefined && prompt > tariff.long.above ? tariff.long : undefined;
  return dollarsOf(tokens, (long ?? tariff).price);
}
