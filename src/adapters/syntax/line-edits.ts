/** Turns edits of a text into fault spots: one edit each, within one line. */
import { type FaultSpot, LONGEST_FAULTY_LINE } from "#core/analysis/test-guard/fault-spot.ts";

/** A part of the text, from one offset to another, and what may stand there instead. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly gross: string;
  /** Absent: the same as `gross`. */
  readonly fine?: string;
}

/**
 * The spots of these edits, in the order of the lines. Left out: edits over several lines, in lines that are too long,
 * and those that change nothing. Linear in the text and the edits.
 */
export function spotsOf(text: string, edits: readonly Edit[]): readonly FaultSpot[] {
  const lines = linesOf(text);
  let at = 0;
  return [...edits]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .flatMap(({ from, to, gross, fine = gross }): readonly FaultSpot[] => {
      while (from > (lines[at]?.end ?? Number.POSITIVE_INFINITY)) at += 1;
      const line = lines[at];
      if (line === undefined || to > line.end || line.end - line.start > LONGEST_FAULTY_LINE) return [];
      const [head, tail] = [text.slice(line.start, from), text.slice(to, line.end)];
      const spot = {
        line: at + 1,
        was: text.slice(line.start, line.end),
        gross: head + gross + tail,
        fine: head + fine + tail,
      };
      const fits = [spot.gross, spot.fine].every((now) => now !== spot.was && now.length <= LONGEST_FAULTY_LINE);
      return fits ? [spot] : [];
    });
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
