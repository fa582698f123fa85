/** Turns edits of a text into fault spots: one edit each, within one line. */
import { type FaultSpot, type Lines, LONGEST_FAULTY_LINE } from "#core/analysis/test-guard/fault-spot.ts";

/** A part of the text, from one offset to another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part of the text, and what may stand there instead. */
export interface BareEdit extends Span {
  readonly gross: string;
  /** Absent: the same as `gross`. */
  readonly fine?: string;
}

/**
 * An edit, the statement that it is in, that without what a loop does with each of its things, and the innermost
 * function around it, if there is one.
 */
export interface Edit extends BareEdit {
  readonly within: Span;
  readonly own: Span;
  readonly body: Span | null;
}

/**
 * The spots of these edits, in the order of the lines. Left out: edits over several lines, in lines that are too long,
 * and those that change nothing. Linear in the text, and but for a logarithm in the edits.
 */
export function spotsOf(text: string, edits: readonly Edit[]): readonly FaultSpot[] {
  const lines = linesOf(text);
  return [...edits]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .flatMap((edit): readonly FaultSpot[] => {
      const { from, to, gross, fine = gross, within, own, body } = edit;
      const number = lineAt(lines, from);
      const line = lines[number - 1];
      if (line === undefined || to > line.end || line.end - line.start > LONGEST_FAULTY_LINE) return [];
      const [head, tail] = [text.slice(line.start, from), text.slice(to, line.end)];
      const spot = {
        line: number,
        was: text.slice(line.start, line.end),
        gross: head + gross + tail,
        fine: head + fine + tail,
        ...linesIn(lines, within),
        own: linesIn(lines, own),
        around: body === null ? null : linesIn(lines, body),
      };
      const fits = [spot.gross, spot.fine].every((now) => now !== spot.was && now.length <= LONGEST_FAULTY_LINE);
      return fits ? [spot] : [];
    });
}

function linesIn(lines: readonly Line[], { from, to }: Span): Lines {
  return { first: lineAt(lines, from), last: lineAt(lines, Math.max(from, to - 1)) };
}

/** The number of the line that holds an offset: the first that does not end before it. */
function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((lines[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map(({ length }) => {
    const line = { start, end: start + length };
    start += length + 1;
    return line;
  });
}
