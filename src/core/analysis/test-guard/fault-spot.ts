/**
 * A place in a source file where a fault can be planted: a part of one line is something else then, and the file is
 * still a program.
 */

/** The longest line in which a fault is planted. */
export const LONGEST_FAULTY_LINE = 300;

/**
 * `line` counts from 1, and `was` is its text. `gross`: the line with a fault that no test of this place should miss;
 * `fine`: with the smallest one, such as a bound that is off by one. Where there is only one, both are the same.
 */
export interface FaultSpot {
  readonly line: number;
  readonly was: string;
  readonly gross: string;
  readonly fine: string;
}
