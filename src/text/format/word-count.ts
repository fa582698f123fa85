/** Counts and cuts words: what a reader must see of a comment stands before its first fold, in few of them. */
import { clip } from "./shorten.ts";

/** UTF-16 units of a word at most: a text without blanks is cut as well. */
const LONGEST = 24;

/** Pieces between blanks that hold a letter or a digit. Markup counts with the word that it stands at. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The first `most` words on one line, with `…` where something was cut. The caller makes the result safe. */
export function clipWords(text: string, most: number): string {
  const words = text.trim().split(/\s+/);
  const shown = words.slice(0, most).join(" ");
  return clip(words.length > most ? `${shown}…` : shown, most * LONGEST);
}

/** Words of the line by which `linesWithin` says how many more there are; they are not in its `most`. */
export const MORE_WORDS = 4;

/**
 * The lines that fit into `most` words, in their order and at least `least` of them, and one that says how many more
 * there are. The caller has made them safe.
 */
export function linesWithin(lines: readonly string[], most: number, least = 0): readonly string[] {
  let room = most;
  const shown = lines.filter((line, index) => {
    const words = wordsIn(line);
    const fits = index < least || words <= room;
    if (fits) room -= words;
    return fits;
  });
  const more = lines.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more, below`];
}
