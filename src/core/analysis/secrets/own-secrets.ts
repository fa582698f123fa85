/** Finds Loopwright's own secrets in a text, however they are written there. */
import { formIndex } from "./form-index.ts";
import { formsOf } from "./secret-forms.ts";
import { streamsOf } from "./streams.ts";
import { originalRanges, stripSeparators } from "./strip-separators.ts";

/** Shorter ones are words: taking them out would garble text and hide nothing. */
const SHORTEST = 6;

/** A range of a text; `end` is behind its last character. */
export type TextRange = readonly [start: number, end: number];

/**
 * Gives a function that finds the ranges of a text in which one of these secrets stands, or a telling part of it, in
 * any encoding (core/analysis/secrets/secret-forms): apart from each other, in order. Linear in the text.
 */
export function secretFinder(secrets: readonly string[]): (text: string) => readonly TextRange[] {
  const known = distinct(secrets.filter((secret) => secret.trim().length >= SHORTEST));
  const plain = placesOfAny(known);
  const pulled = pulledApart(known);
  let index: ReturnType<typeof formIndex> | null = null;
  return (text) => {
    if (known.length === 0) return [];
    index ??= formIndex(known.flatMap(formsOf)); // made when it is needed: not every start comes to a text
    return merged([...plain(text), ...pulled(text), ...streamsOf(text).flatMap(index)]);
  };
}

/** The same for whole secrets with separators between their characters: also for those that are too short for parts. */
function pulledApart(secrets: readonly string[]): (text: string) => readonly TextRange[] {
  const stripped = secrets.map((secret) => stripSeparators(secret)).filter((secret) => secret.length >= SHORTEST);
  const tight = placesOfAny(distinct(stripped));
  return (text) => {
    const rest = stripSeparators(text);
    const found = rest === text ? [] : tight(rest);
    if (found.length === 0) return [];
    const place = originalRanges(text);
    return found.map(([start, end]) => place(start, end));
  };
}

/**
 * Gives a function that finds all places of all these forms. A text without the shortest ones holds none at all, and
 * most texts hold none.
 */
function placesOfAny(forms: readonly string[]): (text: string) => readonly TextRange[] {
  const shortest = forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)));
  return (text) => (shortest.some((form) => text.includes(form)) ? forms.flatMap((form) => placesOf(form, text)) : []);
}

function distinct(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)];
}

function placesOf(form: string, text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length]);
  return found;
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const apart: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
