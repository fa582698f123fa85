/** Looks up what a call of a model costs, in the table of providers. */
import { PROVIDERS, type Provider } from "#core/config/providers.ts";
import { dollarsOf, type ModelUsage, type Price, type Tariff } from "#core/values/usage.ts";

/** Tokens of one call by their kind. */
export type TokenCounts = Omit<ModelUsage, "dollars" | "calls">;

/** The tariff of a concrete id, with or without its date; undefined for a model that the table does not name. */
function tariffOf(provider: Provider, id: string): Tariff | undefined {
  const { prices } = PROVIDERS[provider];
  const name = id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/** The highest price that a call can have: a reservation assumes it. Null for an unknown model. */
export function worstPriceOf(provider: Provider, id: string): Price | null {
  const tariff = tariffOf(provider, id);
  return tariff?.long?.price ?? tariff?.price ?? null;
}

/** Dollars of one call, at the price for its prompt's length. Null for an unknown model. */
export function costOf(provider: Provider, id: string, tokens: TokenCounts): number | null {
  const tariff = tariffOf(provider, id);
  if (tariff === undefined) return null;
  const { input, cacheRead, cacheWrite } = tokens;
  const isLong = tariff.long !== undefined && input + cacheRead + cacheWrite > tariff.long.above;
  const price = isLong ? tariff.long.price : tariff.price;
  return dollarsOf(tokens, price, tariff.cached);
}

/**
 * A count of tokens as a provider sent it; null when it is missing or impossible. Callers must not take null for zero.
 */
export function tokenCountOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Characters of one token, chosen so that the guess is rather too high: English code has about four. */
const CHARACTERS_A_TOKEN = 3;

/** Estimates the tokens of a prompt whose count is missing. */
export function guessedTokens(prompt: unknown): number {
  return Math.ceil(JSON.stringify(prompt).length / CHARACTERS_A_TOKEN);
}
