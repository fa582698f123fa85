/**
 * A text without what can be strewn between the letters of a word, and where each letter stood: for finding what was
 * pulled apart.
 */

/**
 * A stretch of the squeezed text: `at` in it, `from` to `to` in the text itself. `coded`: one letter that was written
 * with several.
 */
interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly coded: boolean;
}

/**
 * Blanks and line ends, also as JSON writes them, colours of a terminal, characters that are not drawn, HTML's empty
 * comment and quotation marks; and letters as HTML writes them (`&#95;`).
 */
const STREWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[[0-9;]{0,20}[A-Za-z]|<!-- -->|\\[nrt]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}"'`|])+/gu;
const EITHER = new RegExp(`&#(?:(\\d{1,7})|x([\\da-f]{1,6}));|${STREWN.source}`, "giu");

/** Only the letters of a text. Linear. */
export function stripSeparators(text: string): string {
  // Most texts hold no letter that is written as HTML, and need no look at each find.
  if (!text.includes("&#")) return text.replace(STREWN, "");
  return text.replace(EITHER, (_found, decimal?: string, hex?: string) => comment(decimal, hex));
}

/**
 * Gives where the letters from `start` to `end` (behind the last one) of the squeezed text stand in the text itself.
 * Linear, slower than `squeezed`.
 */
export function originalRanges(text: string): (start: number, end: number) => readonly [start: number, end: number] {
  const stretches: Stretch[] = [];
  let from = 0;
  let length = 0;
  const take = (comments: number, stretch: Omit<Stretch, "at">): void => {
    if (comments > 0) stretches.push({ ...stretch, at: length });
    length += comments;
  };
  for (const { index, 0: found, 1: decimal, 2: hex } of text.matchAll(EITHER)) {
    take(index - from, { from, to: index, coded: false });
    from = index + found.length;
    take(comment(decimal, hex).length, { from: index, to: from, coded: true });
  }
  take(text.length - from, { from, to: text.length, coded: false });
  return (start, end) => [placeOf(stretches, start).from, placeOf(stretches, end - 1).to];
}

/** "" for what is no letter, and for whatever was matched that is none. */
function comment(decimal: string | undefined, hex: string | undefined): string {
  const code = Number(decimal ?? `0x${hex}`);
  return code > 0 && code <= 0xffff ? String.fromCharCode(code) : "";
}

/** Where one letter stands in the text itself. */
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
  return stretches[index] as Stretch; // every letter is within one: the search never leaves them
}
