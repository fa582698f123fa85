/** The state of a text while it is read from left to right, as GitHub's Markdown shows it. */
import type { Finds } from "./finds.ts";

/** What was read so far. `out` grows; `images` holds where in it the descriptions of open images begin, null for open links. */
export interface Reading {
  readonly text: string;
  readonly out: string[];
  readonly taken: Finds;
  readonly shown: Finds;
  at: number;
  /** Where signs that end something come next, as far as they were looked for. */
  readonly ahead: Map<string, number>;
  images: (number | null)[];
  /** Within HTML, where neither backticks nor backslashes mean anything: for this line, until a blank line, or until `</pre>`. */
  html: "no" | "line" | "block" | "pre";
  /** A run of backticks of this paragraph has no partner on its line: what the next one is, only a whole parser can tell. */
  loose: boolean;
  /** A fence that stands in a list or a quote, with the indent of its lines; `lost`: nobody can tell where one ended. */
  doubt: { readonly fence: string; readonly before: string } | "lost" | null;
  /** The end of a line that was looked for; -1 before the first. */
  line: number;
  /** Where the line begins with a `<`, behind the signs of lists and quotes; -1 where it does not. */
  opens: number;
  /** How many small elements are open around. */
  small: number;
}

/** At the beginning of a text. `taken` and `shown` get what is found. */
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
    small: 0,
  };
}

/** Takes the next stretch over as it is. */
export function copyUntil(reading: Reading, end: number): void {
  reading.out.push(reading.text.slice(reading.at, end));
  reading.at = end;
}

/** What matches exactly here; null for nothing. `pattern` is sticky. */
export function matchHere(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at;
  return pattern.exec(reading.text);
}

/** Behind what matches at `at`; `at` itself where nothing does. `pattern` is sticky. */
export function matchEnd({ text, at: here }: Reading, pattern: RegExp, at: number = here): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Behind the last character of the line that is read now, its line end left out. Looked for once a line. */
export function lineEnd(reading: Reading): number {
  if (reading.line < reading.at) {
    const end = reading.text.indexOf("\n", reading.at);
    reading.line = end === -1 ? reading.text.length : end;
  }
  return reading.line;
}

const PARAGRAPH = /\n[ \t]*(?:\n|$)/g;

/**
 * How far is taken out where only a whole parser could tell what `from` to `to` is: to the end of the paragraph, and of the text where a `<`
 * stands in that, which may hide more.
 */
export function doubtEnd(text: string, from: number, to: number): number {
  PARAGRAPH.lastIndex = to;
  const end = PARAGRAPH.exec(text)?.index ?? text.length;
  return text.slice(from, end).includes("<") ? text.length : end;
}

/** True where a line of it may begin something else, so that what spans lines may end before it: only a whole parser can tell. */
export function mayEndEarly(text: string): boolean {
  return /\n[ \t]*[>*+\-\d`~#|<=\n]/.test(text);
}
