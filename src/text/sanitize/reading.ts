/** Holds the state of a text while it is read from left to right, as GitHub's Markdown shows it. */
import type { Finds } from "./finds.ts";

/**
 * The state at `at`. `out` grows; `images` holds where in `out` the alt texts of open images begin, null for open
 * links.
 */
export interface Reading {
  readonly text: string;
  readonly out: string[];
  readonly taken: Finds;
  readonly shown: Finds;
  at: number;
  /** The next position of each closing delimiter that was searched for. */
  readonly ahead: Map<string, number>;
  images: (number | null)[];
  /**
   * Within HTML neither backticks nor backslashes mean anything: for this line, until a blank line, or until `</pre>`.
   */
  html: "no" | "line" | "block" | "pre";
  /**
   * A run of backticks of this paragraph has no partner on its line: only a whole parser can tell what the next one is.
   */
  loose: boolean;
  /**
   * A fence that stands in a list, a quote or what may be HTML, with the indent of its lines; `lost`: its end is
   * uncertain.
   */
  doubt: { readonly fence: string; readonly before: string; readonly inHtml: boolean } | "lost" | null;
  /** The end of the line that was searched for last; -1 before the first. */
  line: number;
  /** Where the line begins with a `<`, behind the markers of lists and quotes; -1 where it does not. */
  opens: number;
  /** False where no formula can be: a backslash begins no command there. */
  readonly hasFormulas: boolean;
  /** How many `sub` and `sup` elements are open. */
  small: number;
}

/** Starts at the beginning of a text. `taken` and `shown` receive the finds. */
export function openReading(text: string, taken: Finds, shown: Finds): Reading {
  return {
    text,
    out: [],
    taken,
    shown,
    ahead: new Map(),
    at: 0,
    images: [],
    html: "no",
    loose: false,
    doubt: null,
    line: -1,
    opens: -1,
    hasFormulas: /\$|math/i.test(text),
    small: 0,
  };
}

/** Copies the text up to `end` as it is. */
export function copyUntil(reading: Reading, end: number): void {
  reading.out.push(reading.text.slice(reading.at, end));
  reading.at = end;
}

/** The match exactly at the current position; null for none. `pattern` is sticky. */
export function matchHere(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at;
  return pattern.exec(reading.text);
}

/** The end of the match at `at`; `at` itself where there is none. `pattern` is sticky. */
export function matchEnd({ text, at: here }: Reading, pattern: RegExp, at: number = here): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The end of the current line, without its line end. Searched for once a line. */
export function lineEnd(reading: Reading): number {
  if (reading.line < reading.at) {
    const end = reading.text.indexOf("\n", reading.at);
    reading.line = end === -1 ? reading.text.length : end;
  }
  return reading.line;
}

const PARAGRAPH = /\n[ \t]*(?:\n|$)/g;

/**
 * How far to take out where only a whole parser could tell what `from` to `to` is: to the end of the paragraph, and of
 * the text where that holds a `<`, which may hide more.
 */
export function doubtEnd(text: string, from: number, to: number): number {
  PARAGRAPH.lastIndex = to;
  const end = PARAGRAPH.exec(text)?.index ?? text.length;
  return text.slice(from, end).includes("<") ? text.length : end;
}

/**
 * True where one of the lines may begin another block, so that what spans lines may end before it: only a whole parser
 * can tell.
 */
export function mayEndEarly(text: string): boolean {
  return /\n[ \t]*[>*+\-\d`~#|<=\n]/.test(text);
}
