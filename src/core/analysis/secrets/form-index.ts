/** Finds parts of known forms in a stream of symbols: by short seeds, each of which is then grown as far as it goes. */
import type { Stream } from "./streams.ts";
import { isDigit, NO_SYMBOL, within } from "./symbols.ts";

/** As many symbols make a seed, each in five bits: what is found by it is compared symbol by symbol. */
const SEED = 6;
const SEED_BITS = 2 ** (5 * SEED) - 1;
/** The most places of one seed that are kept: in a form that repeats itself, another one is as good. */
const PLACES = 4;
/** A part this long is no accident where it holds a digit, or is half of its form. */
const TELLING = 12;
/** Nor is this, whatever it holds. */
const SURELY = 20;
/** Bits by which a seed is looked up first. */
const SIEVE_BITS = 19;

interface Place {
  readonly form: Uint8Array;
  readonly at: number;
}

/** A range of a stream; `end` is behind its last symbol. */
type StreamRange = readonly [start: number, end: number];

/** Gives a function that finds the ranges of a text from which a telling part of a form was read. Linear. */
export function formIndex(forms: readonly Uint8Array[]): (stream: Stream) => readonly StreamRange[] {
  const places = new Map<number, Place[]>();
  const sieve = new Uint8Array(2 ** SIEVE_BITS);
  for (const form of forms)
    eachSeed(form, (seed, end) => {
      const known = places.get(seed) ?? [];
      if (known.length < PLACES) places.set(seed, [...known, { form, at: end - SEED }]);
      sieve[sieved(seed)] = 1;
      return end;
    });
  return ({ symbols, from, widths }) => {
    const found: StreamRange[] = [];
    let last = 0;
    eachSeed(symbols, (seed, end) => {
      if (sieve[sieved(seed)] !== 1) return end;
      const [start, stop] = longestAt(symbols, { at: end - SEED, from: last, places: places.get(seed) ?? [] });
      if (stop <= start) return end;
      const tail = stop - 1;
      found.push([within(from, start), within(from, tail) + within(widths, tail)]);
      last = stop;
      return stop;
    });
    return found;
  };
}

function sieved(seed: number): number {
  return Math.imul(seed, 0x9e3779b1) >>> (32 - SIEVE_BITS);
}

/** Visits each seed with the position behind it; goes on behind the position that `visit` gives. */
function eachSeed(symbols: Uint8Array, visit: (seed: number, end: number) => number): void {
  let seed = 0;
  let length = 0;
  for (let at = 0; at < symbols.length; at += 1) {
    const symbol = within(symbols, at);
    seed = ((seed << 5) | (symbol & 31)) & SEED_BITS;
    length = symbol === NO_SYMBOL ? 0 : length + 1;
    if (length < SEED) continue;
    const next = visit(seed, at + 1);
    if (next <= at + 1) continue;
    at = next - 1;
    length = 0;
  }
}

interface Seeded {
  readonly at: number;
  readonly from: number;
  readonly places: readonly Place[];
}

/** The longest telling part around this seed; an empty range for none. Nothing before `from` belongs to it. */
function longestAt(symbols: Uint8Array, { at, from, places }: Seeded): StreamRange {
  let longest: StreamRange = [0, 0];
  for (const place of places) {
    const [start, end] = grown(symbols, place, { at, from });
    if (end - start > longest[1] - longest[0] && isTelling(symbols, start, end, place.form)) longest = [start, end];
  }
  return longest;
}

function grown(
  symbols: Uint8Array,
  place: Place,
  { at, from }: { readonly at: number; readonly from: number },
): StreamRange {
  const shift = place.at - at;
  let start = at;
  while (start > from && start + shift > 0 && symbols[start - 1] === place.form[start - 1 + shift]) start -= 1;
  let end = at;
  while (end < symbols.length && symbols[end] === place.form[end + shift]) end += 1;
  return [start, end];
}

function isTelling(symbols: Uint8Array, start: number, end: number, form: Uint8Array): boolean {
  const length = end - start;
  if (length < TELLING) return false;
  return length >= SURELY || 2 * length >= form.length || symbols.subarray(start, end).some(isDigit);
}
