/**
 * Takes out of a text what can be strewn between the characters of a word, and tells where each character stood: for
 * finding secrets that were pulled apart.
 */

/**
 * A stretch of the stripped text: it begins at `at` there, and stands from `from` to `to` in the text itself. `coded`:
 * one character that was written with several.
 */
interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly coded: boolean;
}

/**
 * Blanks and line ends, also as JSON writes them, colours of a terminal, characters that are not drawn, HTML's empty
 * comment, quotation marks and bars.
 */
const STREWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[[0-9;]{0,20}[A-Za-z]|<!-- -->|\\[nrt]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}"'`|])+/gu;
/** The same, or a character as HTML writes it (`&#95;`). */
const EITHER = new RegExp(`&#(?:(\\d{1,7})|x([\\da-f]{1,6}));|${STREWN.source}`, "giu");

/** The text without separators, and with HTML's character references decoded. Linear. */
export function stripSeparators(text: string): string {
  // Most texts hold no character reference of HTML, and need no look at each match.
  if (!text.includes("&#")) return text.replace(STREWN, "");
  return text.replace(EITHER, (_found, decimal?: string, hex?: string) => decoded(decimal, hex));
}

/**
 * Gives a function that maps a range of the stripped text (`end` behind its last character) to its range in the text
 * itself. Linear, slower than `stripSeparators`.
 */
export function originalRanges(text: string): (start: number, end: number) => readonly [start: number, end: number] {
  const stretches: Stretch[] = [];
  let from = 0;
  let length = 0;
  const take = (count: number, stretch: Omit<Stretch, "at">): void => {
    if (count > 0) stretches.push({ ...stretch, at: length });
    length += count;
  };
  for (const { index, 0: found, 1: decimal, 2: hex } of text.matchAll(EITHER)) {
    take(index - from, { from, to: index, coded: false });
    from = index + found.length;
    take(decoded(decimal, hex).length, { from: index, to: from, coded: true });
  }
  take(text.length - from, { from, to: text.length, coded: false });
  return (start, end) => [placeOf(stretches, start).from, placeOf(stretches, end - 1).to];
}

/** The character of a reference; "" for a separator, and for a number that is no single character. */
function decoded(decimal: string | undefined, hex: string | undefined): string {
  const code = Number(decimal ?? `0x${hex}`);
  return code > 0 && code <= 0xffff ? String.fromCharCode(code) : "";
}

/** Finds the place of one character in the text itself. */
function placeOf(stretches: readonly Stretch[], index: number): Pick<Stretch, "from" | "to"> {
  let low = 0;
  let high = stretches.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(stretches, middle).at <= index) low = middle;
    else high = middle;
  }
  const { at: start, from, to, coded } = at(stretches, low);
  return coded ? { from, to } : { from: from + index - start, to: from + index - start + 1 };
}

function at(stretches: readonly Stretch[], index: number): Stretch {
  return stretches[index] as Stretch; // every character is within one: the search never leaves them
}
