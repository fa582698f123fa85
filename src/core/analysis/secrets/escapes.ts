/** Reads one character of a text, also where it is written by its number. */

/** The characters with which an escape begins, each with all that can follow it there. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "%": "0123456789abcdefABCDEF",
  "=": "0123456789ABCDEF",
  "\\": "xuUnrt01234567",
  "&": "#",
  "0": "xX",
  U: "+",
  u: "+",
  "<": "!",
  "\u001b": "[",
};
const WIDTH = 128;
/** By both characters, because a pattern at every character would take too long. */
const BEGINS = new Uint8Array(WIDTH * WIDTH);
for (const [first, seconds] of Object.entries(BEGINNINGS))
  for (const second of seconds) BEGINS[first.charCodeAt(0) * WIDTH + second.charCodeAt(0)] = 1;

/**
 * Hexadecimal: of addresses, also encoded again and again (`%41`, `%2541`), of strings (`\x41`, `\u0041`), of HTML, of
 * quoted-printable, of programs (`0x41`, `U+0041`); octal (`\101`) and decimal (`&#65;`). Last, what stands for no
 * character: line ends as JSON has them, HTML's empty comment, colours of a terminal.
 */
const ESCAPES: readonly (readonly [radix: number, pattern: string])[] = [
  [16, String.raw`%(?:25){0,8}([\da-fA-F]{2})`],
  [16, String.raw`(?:\\x|0[xX]|=)([\da-fA-F]{2})`],
  [16, String.raw`\\u([\da-fA-F]{4})`],
  [16, String.raw`(?:\\u\{|\\U|[Uu]\+)([\da-fA-F]{2,8})\}?`],
  [16, String.raw`&#[xX]([\da-fA-F]{1,8});?`],
  [8, String.raw`\\([0-3]?[0-7]{2})`],
  [10, String.raw`&#(\d{1,8});?`],
  [10, String.raw`\\[nrt]|<!-- -->|\u001b\[[\d;]{0,20}[A-Za-z]`],
];
/** By the number of the group in the pattern. */
const RADIX: readonly number[] = [0, ...ESCAPES.map(([radix]) => radix)];
const ESCAPE = new RegExp(ESCAPES.map(([, pattern]) => pattern).join("|"), "y");

/** A character's code in the lower bits, and above them how many UTF-16 units it takes in the text. */
const CODE_BITS = 21;

function packed(code: number, length: number): number {
  return (length << CODE_BITS) | Math.min(code, 0x10ffff);
}

/** The code of what `characterAt` gave; 0 where it stands for no character. */
export function codeOf(character: number): number {
  return character & ((1 << CODE_BITS) - 1);
}

/** How many UTF-16 units it takes, at least 1. */
export function lengthOf(character: number): number {
  return character >> CODE_BITS;
}

/** The character that begins at `at`, for `codeOf` and `lengthOf`. `at` is within the text. Pure. */
export function characterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= WIDTH) return wideAt(text, at);
  const next = text.charCodeAt(at + 1);
  return next < WIDTH && BEGINS[code * WIDTH + next] === 1 ? escapeAt(text, at) : packed(code, 1);
}

function escapeAt(text: string, at: number): number {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(text);
  if (found === null) return packed(text.charCodeAt(at), 1);
  const group = found.findLastIndex((part) => part !== undefined);
  return packed(group === 0 ? 0 : Number.parseInt(String(found[group]), RADIX[group]), found[0].length);
}

/** Letters that look like those of ASCII, or carry them where nobody sees: full width, tags, selectors. */
const SHIFTED: readonly (readonly [from: number, to: number, shift: number])[] = [
  [0xff01, 0xff5e, -0xfee0],
  [0xe0020, 0xe007e, -0xe0000],
  [0xe0100, 0xe01ef, 16 - 0xe0100],
];
/** Letters within rings, and in the styles of formulas. */
const STYLED = /[\u2460-\u24ff\u{1d400}-\u{1d7ff}]/uy;

function wideAt(text: string, at: number): number {
  const code = text.codePointAt(at) as number; // `at` is within the text
  const length = code > 0xffff ? 2 : 1;
  const shifted = SHIFTED.find(([from, to]) => code >= from && code <= to);
  if (shifted !== undefined) return packed(code + shifted[2], length);
  STYLED.lastIndex = at;
  return packed(STYLED.test(text) ? String.fromCodePoint(code).normalize("NFKC").charCodeAt(0) : 0, length);
}
