/** Finds Loopwright's own secrets in a text, however they are written there. */
import { originalRanges, stripSeparators } from "./strip-separators.ts";

/** Shorter ones are words: taking them out would garble text and hide nothing. */
const SHORTEST = 6;
/** A part of a secret, or an encoded secret, is no accident from this length on. */
const TELLING = 12;
/**
 * The first characters of a token, by which scanners recognise it: the rest of a secret is looked for without them too.
 */
const CUT = 7;

/** A range of a text; `end` is behind its last character. */
export type TextRange = readonly [start: number, end: number];

/**
 * Gives a function that finds the ranges of a text in which one of these secrets stands: apart from each other, in
 * order. Linear in the text.
 */
export function secretFinder(secrets: readonly string[]): (text: string) => readonly TextRange[] {
  const known = secrets.filter((secret) => secret.trim().length >= SHORTEST);
  const forms = distinct([...known, ...known.flatMap(formsOf)]);
  const plain = placesOfAny(forms);
  const tight = placesOfAny(
    distinct(forms.map((form) => stripSeparators(form)).filter((form) => form.length >= SHORTEST)),
  );
  return (text) => {
    if (known.length === 0) return [];
    const rest = stripSeparators(text);
    const pulled = rest === text ? [] : tight(rest);
    const place = pulled.length === 0 ? null : originalRanges(text);
    const found = plain(text);
    return merged(place === null ? found : [...found, ...pulled.map(([start, end]) => place(start, end))]);
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

/**
 * The forms of a secret: whole, without its first characters and in halves, forwards and backwards, each of these in
 * every encoding.
 */
function formsOf(secret: string): readonly string[] {
  const half = Math.floor(secret.length / 2);
  const parts = [secret, secret.slice(CUT), secret.slice(0, half), secret.slice(half)].filter(
    (part) => part.length >= TELLING,
  );
  return parts.flatMap((part) => [part, [...part].reverse().join("")]).flatMap((part) => [part, ...alphabets(part)]);
}

/** Characters that stand in a URL as they are (RFC 3986). */
const UNRESERVED = /[A-Za-z0-9_.~-]/;

/** Hexadecimal, base64 behind any number of bytes, the escapes of URLs and of JSON. */
function alphabets(part: string): readonly string[] {
  const bytes = new TextEncoder().encode(part);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  const base64 = [0, 1, 2].map((before) => base64Of(bytes, before));
  const escaped = hex.map((two) => `%${two}`).join("");
  return [
    hex.join(""),
    hex.join("").toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    escaped,
    escaped.toUpperCase(),
    [...bytes].map(addressed).join(""),
    JSON.stringify(part).slice(1, -1),
  ].filter((text) => text.length >= TELLING);
}

function addressed(byte: number): string {
  const character = String.fromCharCode(byte);
  return UNRESERVED.test(character) ? character : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
}

/** The base64 characters that depend on no byte before the part (`before` of them, modulo 3) or behind it. */
function base64Of(bytes: Uint8Array, before: number): string {
  const padded = String.fromCharCode(...new Array<number>(before).fill(0), ...bytes);
  const first = Math.ceil((before * 8) / 6);
  return btoa(padded).slice(first, Math.floor((padded.length * 8) / 6));
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
