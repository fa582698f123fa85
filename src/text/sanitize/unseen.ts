/** Takes invisible characters, and those that make others look different, out of every untrusted text. */
import { type Finds, noteFind } from "./finds.ts";

/** Each kind with its pattern. A pattern looks at a character only a bounded number of times. */
const UNSEEN: readonly (readonly [kind: string, pattern: RegExp, keep: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  ["terminal sequence", /\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?)/g, ""],
  ["control character", /(?![\n\t])\p{Cc}/gu, ""],
  ["broken character", /\p{Cs}/gu, "\ufffd"],
  ["bidirectional character", /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""],
  // One variation selector after an emoji only chooses its image; every other one can carry a byte of hidden text.
  [
    "invisible character",
    /(?!(?<=\p{Emoji})[\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{1d173}-\u{1d17a}]/gu,
    "",
  ],
  // The blank of Braille, and what joins hieroglyphs.
  ["invisible character", /[\u2800\u{13430}-\u{1343f}]/gu, ""],
  ["stack of accents", /(?<=\p{M}{8})\p{M}+/gu, ""],
];

/** Takes them out; line ends become `\n`. Records each in `finds`. Linear time, idempotent. */
export function withoutUnseen(text: string, finds: Finds): string {
  // Line ends come first, so that none is taken for a control character.
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n");
  return UNSEEN.reduce(
    (rest, [kind, pattern, keep]) =>
      rest.replace(pattern, (found) => {
        noteFind(finds, kind, found);
        return keep;
      }),
    lines,
  );
}

/** So many blanks push what stands behind them out of sight where a block of code is drawn. */
const FAR = /(?<![^\S\n])[^\S\n]{100,}\S[^\n]{0,80}/g;

/** Records such text as easily overlooked. Linear time. */
export function noteFarText(text: string, shown: Finds): void {
  for (const [found] of text.matchAll(FAR)) noteFind(shown, "text far to the right", found.trimStart());
}
