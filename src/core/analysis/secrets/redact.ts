/**
 * Takes secrets out of text that is kept or shown outside the machine: known secrets, and everything that looks like
 * one.
 */
import { secretFinder } from "./own-secrets.ts";
import { withoutTokens } from "./token-shapes.ts";

/** The text in place of a secret. */
const HIDDEN = "[hidden]";

/**
 * `containsOwn`: true when one of our own secrets stands in the text, so that it must not be shown at all; `hide` takes
 * out those and every token.
 */
export interface SecretGuard {
  readonly containsOwn: (text: string) => boolean;
  readonly hide: (text: string) => string;
}

/**
 * Makes a guard that finds these secrets however they are written (core/analysis/secrets/own-secrets), and tokens of
 * any service by their shapes (core/analysis/secrets/token-shapes). Both methods are linear in the text; `hide` is
 * idempotent.
 */
export function secretGuardOver(secrets: readonly string[]): SecretGuard {
  const find = secretFinder(secrets);
  return {
    containsOwn: (text) => find(text).length > 0,
    hide: (text) => withoutTokens(without(text, find), HIDDEN),
  };
}

/**
 * Makes a function that hides these secrets and nothing else, wherever they stand: for text that comes back, such as a
 * file that a model edits. Idempotent.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const find = secretFinder(secrets);
  return (text) => without(text, find);
}

/** Makes a function that hides these secrets, wherever they stand, and everything that looks like one. Idempotent. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  return secretGuardOver(secrets).hide;
}

function without(text: string, find: ReturnType<typeof secretFinder>): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of find(text)) {
    parts.push(text.slice(from, start), HIDDEN);
    from = end;
  }
  return [...parts, text.slice(from)].join("");
}

/** Changes every text in a value as JSON has it, and leaves names of fields as they are. Pure. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const mapped = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(mapped);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapped(inner)]));
  };
  return mapped(value) as T; // only texts were changed, each for a text
}

/** Every text within a value as JSON has it. Pure. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
