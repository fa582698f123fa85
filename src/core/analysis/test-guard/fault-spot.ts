/**
 * A place in a source file where a fault can be planted: a part of one line is something else then, and the file is
 * still a program.
 */

/** The longest line in which a fault is planted. */
export const LONGEST_FAULTY_LINE = 300;

/** Lines of a file, counted from 1, the last one included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * `line` counts from 1, and `was` is its text. `gross`: the line with a fault that no test of this place should miss;
 * `fine`: with the smallest one, such as a bound that is off by one. Where there is only one, both are the same.
 * `first` and `last`: the lines of the statement that it is in, with all that a condition or a loop holds. `own`: the
 * same; of what a loop goes through only its own lines, for it counts whatever is done with each of it.
 * `around`: the lines of the innermost function that it is in; null outside of all.
 */
export interface FaultSpot extends Lines {
  readonly line: number;
  readonly was: string;
  readonly gross: string;
  readonly fine: string;
  readonly own: Lines;
  readonly around: Lines | null;
}

/**
 * True where a spot's own lines are others after a change: what a fault does there may be something else, or
 * nothing. `edits`: numbers of lines that are gone, or before which others stand now. What stands before them is none
 * of it. Pure.
 */
export function isChangedAround({ line, own }: FaultSpot, edits: readonly number[]): boolean {
  return edits.some((edit) => edit >= own.first && edit <= own.last && !(edit === own.first && own.first === line));
}

/**
 * The spots of a file that come after the statement of one in the innermost function around it, one a line, in the
 * order of the lines; none where it is in no function, or in one that a change touches. `edits` as above. Pure.
 */
export function spotsAfter(
  spots: readonly FaultSpot[],
  { last, around }: FaultSpot,
  edits: readonly number[],
): readonly FaultSpot[] {
  if (around === null || edits.some((edit) => edit >= around.first && edit <= around.last)) return [];
  const isBeside = (other: FaultSpot["around"]): boolean => other?.first === around.first && other.last === around.last;
  return onePerLine(spots.filter((spot) => spot.line > last && isBeside(spot.around)));
}

/** The first spot of each line; they are in the order of the lines. Pure. */
export function onePerLine(spots: readonly FaultSpot[]): readonly FaultSpot[] {
  return [...new Map(spots.toReversed().map((spot) => [spot.line, spot])).values()].toReversed();
}
