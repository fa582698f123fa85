/** Writes what a plan is for: in a few words before a first fold, and in full in a fold where words were left out. */
import type { Plan } from "#core/plan/plan.ts";
import { clipWords } from "#text/format/word-count.ts";
import { inline } from "#text/sanitize/quote.ts";

/** Words before a first fold, at most. */
const INTENT = 16;

/** The intent in at most 16 words, safe to show. Pure. */
export function shortIntent({ objective: { intent } }: Plan): string {
  return inline(clipWords(intent, INTENT));
}

/** All of the intent where `shortIntent` leaves words out; else empty. Pure. */
export function wholeIntent(plan: Plan): string {
  const whole = inline(plan.objective.intent);
  return whole === shortIntent(plan) ? "" : whole;
}
