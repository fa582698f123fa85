/** Looks up what a call of a model costs, in a provider's table of prices. */
import type { ModelUsage, Price } from "#core/values/usage.ts";

/** Tokens of one call by their kind. */
export type TokenCounts = Omit<ModelUsage, "dollars" | "calls">;

/** A model's price, and a higher one for long prompts: `long` applies above `above` tokens of prompt. */
export interface Tariff {
  readonly price: Price;
  readonly long?: { readonly above: number; readonly price: Price };
}

/** The tariff of a concrete id, with or without its date; undefined for a model that the table does not name. */
export function tariffIn<T extends Tariff>(table: Readonly<Record<string, T>>, id: string): T | undefined {
  const name = id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The highest price that a call can have: a reservation assumes it. Null for an unknown model. */
export function worstPriceIn(tariff: Tariff | undefined): Price | null {
  return tariff?.long?.price ?? tariff?.price ?? null;
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
