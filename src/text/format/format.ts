/** Formats numbers for people, the same in comments, prompts and the terminal. */
import type { Evaluation } from "#core/rules/score.ts";
import { type ModelUsage, tokensOf } from "#core/values/usage.ts";

/** Two digits: `0.86`. */
export function score(value: number): string {
  return value.toFixed(2);
}

/** The score with the weights that it comes from, so that rounding hides nothing. */
export function scoreOf({ score: value, passedWeight, totalWeight }: Evaluation): string {
  return `${score(value)} (${passedWeight}/${totalWeight})`;
}

/** `$0.42`; says so where the price of a model is not known. */
export function dollars(value: number | null): string {
  if (value === null) return "price unknown";
  return value > 0 && value < 0.01 ? "<$0.01" : `$${value.toFixed(2)}`;
}

/** `950`, `12.3k`, `1.20M`. */
export function count(value: number): string {
  if (value < 1000) return `${value}`;
  return value < 999_950 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(2)}M`;
}

/** The cost of a run: dollars, and all tokens of every kind. */
export function cost(spend: ModelUsage): string {
  return `${dollars(spend.dollars)}, ${count(tokensOf(spend))} tokens`;
}

/** Milliseconds as `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** From 0 to 1, rounded up: a share of judged weight is never shown smaller than it is. */
export function percent(share: number): string {
  return `${Math.ceil(Math.round(share * 10_000) / 100)} %`;
}

/** `1 rule`, `2 rules`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The first eight digits of the SHA of a tree or commit. */
export function shortSha(sha: string): string {
  return sha.slice(0, 8);
}

/** Ids in a row, or `none`. */
export function listIds(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.join(", ");
}

/** The first `most` items in a sentence, each as `quoted` writes it, and how many more there are: `a, b and 3 more`. */
export function firstFew(items: readonly string[], most: number, quoted: (item: string) => string): string {
  const more = items.length > most ? ` and ${items.length - most} more` : "";
  return `${items.slice(0, most).map(quoted).join(", ")}${more}`;
}
