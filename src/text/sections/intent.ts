/** Writes what a plan is for: in a few words before a first fold, and in full in a fold where words were left out. */
import type { Plan } from "#core/plan/plan.ts";
import { clipWords } from "#text/format/word-count.ts";
import { inline } from "#text/sanitize/quote.ts";

/** Words before a first fold, at most. */
const INTENT = 16;

/** The intent in at most `most` words, safe to show. Pure. */
export function shortIntent({ objective: { intent } }: Plan, most: number = INTENT): string {
  return inline(clipWords(intent, Math.min(most, INTENT)));
}

/** All of the intent where `shown`, the text before the folds, leaves words of it out; else empty. Pure. */
export function wholeIntent({ objective: { intent } }: Plan, shown: string): string {
  const whole = inline(intent);
  return shown.includes(whole) ? "" : whole;
}
