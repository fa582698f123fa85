/** The secrets that we hold ourselves, found in a text however they are written there (EX-18, OUT-01). */
import { originalRanges, stripSeparators } from "./strip-separators.ts";

/** Shorter ones are words: taking them out would garble text and hide nothing. */
const SHORTEST = 6;
/** A part of a secret, or a secret in another alphabet, is no accident from this length on. */
const TELLING = 12;
/** Scanners know a token by its first letters, so these are cut off (finding 2). */
const CUT = 7;

/** Where something stands in a text; `end` is behind its last letter. */
export type TextRange = readonly [start: number, end: number];

/**
 * Gives the ranges of a text in which one of these secrets stands: apart from each other, in order. Linear in the text.
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
 * Gives all places of all these forms. A text in which none of the shortest ones stands holds none at all, and most
 * texts hold none.
 */
function placesOfAny(forms: readonly string[]): (text: string) => readonly TextRange[] {
  const shortest = forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)));
  return (text) => (shortest.some((form) => text.includes(form)) ? forms.flatMap((form) => placesOf(form, text)) : []);
}

/**
 * What a secret is written as: whole, without its first letters and in halves, forwards and backwards, each of these in
 * every alphabet.
 */
function formsOf(secret: string): readonly string[] {
  const half = Math.floor(secret.length / 2);
  const parts = [secret, secret.slice(CUT), secret.slice(0, half), secret.slice(half)].filter(
    (part) => part.length >= TELLING,
  );
  return parts.flatMap((part) => [part, [...part].reverse().join("")]).flatMap((part) => [part, ...alphabets(part)]);
}

/** What an address may hold as it is (RFC 3986). */
const UNRESERVED = /[A-Za-z0-9_.~-]/;

/** Hexadecimal, base64 behind any number of bytes, the escapes of addresses and of JSON. */
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
  const comment = String.fromCharCode(byte);
  return UNRESERVED.test(comment) ? comment : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
}

/** Those letters that do not depend on the bytes before (`before` of them, modulo 3) and behind. */
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
