/** What models cost: a table a provider, asked in the same way. */
import type { ModelUsage, Price } from "#core/values/usage.ts";

/** Tokens of one call by their kind. */
export type TokenCounts = Omit<ModelUsage, "dollars" | "calls">;

/** A model's price, and where a long prompt makes it dearer: `long` holds above `above` tokens of prompt. */
export interface Tariff {
  readonly price: Price;
  readonly long?: { readonly above: number; readonly price: Price };
}

/** The tariff of a concrete id, with or without its date; undefined when nobody told us. */
export function tariffIn<T extends Tariff>(table: Readonly<Record<string, T>>, id: string): T | undefined {
  const name = id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The highest price that a call can have: what a reservation must assume. Null for an unknown model. */
export function worstPriceIn(tariff: Tariff | undefined): Price | null {
  return tariff?.long?.price ?? tariff?.price ?? null;
}

/** A count of tokens as a service sent it; null when it is missing or makes no sense, because that is never taken for nothing (LLM-15). */
export function tokenCountOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Characters for a token, on the dear side: code in English has about four. */
const CHARACTERS_A_TOKEN = 3;

/** How many tokens a prompt has whose count is missing. */
export function guessedTokens(prompt: unknown): number {
  return Math.ceil(JSON.stringify(prompt).length / CHARACTERS_A_TOKEN);
}
