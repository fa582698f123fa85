/**
 * Quotations that a model gives as proof are looked for where they are said to stand; one that stands nowhere there
 * proves nothing.
 */
import type { Quote } from "./score.ts";

/** A part of a line must hold at least so many characters that are not blank, or it proves nothing. */
const SHORTEST_PART = 8;

/**
 * The line at which the quoted text begins in the file, the nearest to the line that the quote names; null where it is
 * nowhere. Blanks at the ends of a line do not count, and a run of them counts as one. A part of a line is enough where
 * it is the only line, and long enough; several lines must follow one another. `text` is the whole file, null where
 * there is none.
 */
export function lineOfQuote({ line, text: quoted }: Quote, text: string | null): number | null {
  const whole = (text ?? "").split("\n").map(spaced);
  const part = withoutBlankEnds(quoted.split("\n").map(spaced));
  const [only = ""] = part;
  if (part.length === 0) return null;
  const inPart = part.length === 1 && isLongEnough(only);
  const found = inPart
    ? whole.flatMap((one, index) => (one.includes(only) ? [index + 1] : []))
    : startsIn(whole, part).map((index) => index + 1);
  return found.reduce<number | null>(
    (best, one) => (best === null || Math.abs(one - line) < Math.abs(best - line) ? one : best),
    null,
  );
}

function isLongEnough(part: string): boolean {
  return part.replace(/\s/g, "").length >= SHORTEST_PART;
}

function spaced(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
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
  if (lines.length === 1 && isLongEnough(only)) return there.some((line) => line.includes(only.trimStart()));
  return startsIn(there, lines).length > 0;
}

/**
 * Where `part`, which is not empty, stands in `whole`, one after the other: Knuth, Morris and Pratt's search, for
 * others take quadratic time.
 */
function startsIn(whole: readonly string[], part: readonly string[]): readonly number[] {
  const lengths = bordersOf(part);
  const starts: number[] = [];
  let held = 0;
  for (const [index, line] of whole.entries()) {
    while (held > 0 && part[held] !== line) held = lengths[held - 1] as number;
    if (part[held] === line) held++;
    if (held === part.length) starts.push(index - held + 1);
  }
  return starts;
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
