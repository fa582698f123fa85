/** Reads a text as streams of symbols, each with the place in the text from which it was read. */
import { characterAt, codeOf, lengthOf } from "./escapes.ts";
import { NO_SYMBOL, symbolOf, within } from "./symbols.ts";

/** `symbols`, where each of them begins in the text, and how much of the text it takes: as bytes, to save room. */
export interface Stream {
  readonly symbols: Uint8Array;
  readonly from: Int32Array;
  readonly widths: Uint8Array;
}

interface Growing extends Stream {
  length: number;
}

function openStream(most: number): Growing {
  return { symbols: new Uint8Array(most), from: new Int32Array(most), widths: new Uint8Array(most), length: 0 };
}

function push(stream: Growing, symbol: number, from: number, width: number): void {
  stream.symbols[stream.length] = symbol;
  stream.from[stream.length] = from;
  stream.widths[stream.length] = width;
  stream.length += 1;
}

function closed({ symbols, from, widths, length }: Growing): Stream {
  return { symbols: symbols.subarray(0, length), from: from.subarray(0, length), widths: widths.subarray(0, length) };
}

/**
 * All readings of a text: its letters and digits with escapes decoded, the same without numbers at the beginnings of
 * lines, and what its numbers are as the codes of characters. Linear in the text.
 */
export function streamsOf(text: string): readonly Stream[] {
  const letters = lettersOf(text);
  const unlabelled = withoutLabels(text, letters);
  return [letters, ...(unlabelled === null ? [] : [unlabelled]), ...numbersOf(text)];
}

function lettersOf(text: string): Stream {
  const stream = openStream(text.length);
  for (let at = 0; at < text.length; ) {
    const character = characterAt(text, at);
    const symbol = symbolOf(codeOf(character));
    if (symbol !== NO_SYMBOL) push(stream, symbol, at, lengthOf(character));
    at += lengthOf(character);
  }
  return closed(stream);
}

/** The number of a line, an item or a part, or the address in a dump. */
const LABEL = /^[^\n\w]{0,8}(?:(?:[a-z]{1,10}[^\n\w]{0,2})?\d{1,8}|[\da-f]{7,8})[^\n\w]{1,12}(?=\S)/gim;

/** Null where no line has a label. */
function withoutLabels(text: string, letters: Stream): Stream | null {
  LABEL.lastIndex = 0;
  if (!LABEL.test(text)) return null;
  const stream = openStream(letters.symbols.length);
  let next = 0;
  // Copies what was read before a place in the text, or passes over it.
  const goTo = (place: number, isKept: boolean): void => {
    for (; next < letters.from.length && within(letters.from, next) < place; next += 1)
      if (isKept) push(stream, within(letters.symbols, next), within(letters.from, next), within(letters.widths, next));
  };
  LABEL.lastIndex = 0;
  for (const { index, 0: label } of text.matchAll(LABEL)) {
    goTo(index, true);
    goTo(index + label.length, false);
  }
  goTo(text.length, true);
  return closed(stream);
}

/** A word this long ends a row of numbers. */
const WORD = 6;
const NUMBER = /^(?:0o)?\d+$/;

/** The numbers as codes: decimal ones or bytes in binary digits, and octal ones. */
function numbersOf(text: string): readonly Stream[] {
  // Each takes two characters at least, and one behind it.
  const most = Math.ceil(text.length / 3);
  const decimal = openStream(most);
  const octal = openStream(most);
  for (let at = 0; at < text.length; ) {
    const end = wordEnd(text, at);
    takeNumber(decimal, octal, text, [at, end]);
    at = end + 1;
  }
  return [closed(decimal), closed(octal)];
}

/** The end of the letters and digits from `at` on; `at` itself where there are none. */
function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && symbolOf(text.charCodeAt(end)) !== NO_SYMBOL) end += 1;
  return end;
}

function takeNumber(decimal: Growing, octal: Growing, text: string, [from, to]: readonly [number, number]): void {
  const length = to - from;
  if (length < 2) return;
  const word = length > 8 ? "" : text.slice(from, to);
  if (NUMBER.test(word)) {
    const isByte = /^[01]{8}$/.test(word);
    take(decimal, Number.parseInt(word, isByte ? 2 : 10), from, to);
    take(octal, Number.parseInt(word.replace("o", ""), 8), from, to);
  } else if (length >= WORD) for (const stream of [decimal, octal]) push(stream, NO_SYMBOL, from, 0);
}

function take(stream: Growing, code: number, from: number, to: number): void {
  const symbol = symbolOf(code);
  if (symbol !== NO_SYMBOL) push(stream, symbol, from, to - from);
}
