/**
 * Checks that a quotation that a judge gave as proof is literally there; one that is not makes the verdict invalid.
 */
import type { Quote } from "./score.ts";

/** A part of a line must hold at least so many characters that are not blank, or it proves nothing. */
const SHORTEST_PART = 8;

/**
 * True when line `quote.line` of the text is the quoted text, whitespace at the end aside, or holds it as a part that
 * is long enough. `text` is the whole file, null where there is none. A blank quote never holds. Lines end at LF or CR
 * LF.
 */
export function isQuoteFound(quote: Quote, text: string | null): boolean {
  const line = text?.split("\n")[quote.line - 1]?.trimEnd();
  const quoted = quote.text.trimEnd();
  if (line === undefined || quoted === "") return false;
  return line === quoted || (quoted.replace(/\s/g, "").length >= SHORTEST_PART && line.includes(quoted.trimStart()));
}

/**
 * True when the quoted lines stand in an output one after the other, whitespace at their ends aside. A part of a line
 * is enough where it is the only one, and long enough.
 */
export function isPrintedIn(quoted: string, output: string): boolean {
  const lines = linesOf(quoted);
  const there = linesOf(output);
  const [only = ""] = lines;
  if (lines.length === 0) return false;
  if (lines.length === 1 && only.replace(/\s/g, "").length >= SHORTEST_PART)
    return there.some((line) => line.includes(only.trimStart()));
  return holdsInOrder(there, lines);
}

/**
 * True when `part` stands in `whole`, one after the other: Knuth, Morris and Pratt's search, for others take quadratic
 * time.
 */
function holdsInOrder(whole: readonly string[], part: readonly string[]): boolean {
  const lengths = bordersOf(part);
  let held = 0;
  for (const line of whole) {
    while (held > 0 && part[held] !== line) held = lengths[held - 1] as number;
    if (part[held] === line) held++;
    if (held === part.length) return true;
  }
  return false;
}

/** For each beginning of `part` how long its longest beginning is that is also its end. */
function bordersOf(part: readonly string[]): readonly number[] {
  const lengths = [0];
  for (const line of part.slice(1)) {
    let held = lengths.at(-1) as number;
    while (held > 0 && part[held] !== line) held = lengths[held - 1] as number;
    lengths.push(part[held] === line ? held + 1 : 0);
  }
  return lengths;
}

/** Without blanks at the ends of lines, and without blank lines at both ends. */
function linesOf(text: string): readonly string[] {
  const trimmed = text
    .replace(/\r\n/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  return trimmed === "" ? [] : trimmed.split("\n").map((line) => line.trimEnd());
}
