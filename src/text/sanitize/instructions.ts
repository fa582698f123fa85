/**
 * Finds the end of HTML comments, instructions and broken tags as Markdown or a browser may read it, whichever hides
 * more.
 */
import { doubtEnd, matchHere, mayEndEarly, type Reading } from "./reading.ts";

/** Each opening with all that closes it. */
const INSTRUCTIONS: readonly (readonly [opening: RegExp, closings: readonly string[]])[] = [
  [/<!--/y, ["-->", "--!>"]],
  [/<!\[CDATA\[/y, ["]]>"]],
  [/<\?/y, ["?>"]],
  [/<![A-Za-z]/y, [">"]],
];

/**
 * The end of the comment or instruction that begins here; null where none does. One that never ends hides all that
 * follows where it begins a line or stands within HTML.
 */
export function instructionEnd(reading: Reading): number | null {
  const { text, at } = reading;
  const [empty] = /^<!--(?:>|->)/.exec(text.slice(at, at + 6)) ?? [];
  if (empty !== undefined) return at + empty.length;
  const kind = INSTRUCTIONS.find(([opening]) => matchHere(reading, opening) !== null);
  return kind === undefined ? null : endOf(reading, ...kind);
}

function endOf(reading: Reading, opening: RegExp, closings: readonly string[]): number | null {
  const { text, at, opens, html } = reading;
  const from = at + (matchHere(reading, opening)?.[0].length ?? 0);
  const end = Math.min(...closings.map((closing) => nextAfter(reading, closing, from)));
  if (end === Number.POSITIVE_INFINITY) return at === opens || html !== "no" ? text.length : null;
  return text.startsWith("<!--", at) ? commentEnd(reading, end) : sureEnd(text, from, end);
}

/** Only a comment at the very beginning of a line may span any lines; null for words of two paragraphs. */
function commentEnd(reading: Reading, end: number): number | null {
  const { text, at, opens, html } = reading;
  if (at === opens && (text[at - 1] ?? "\n") === "\n") return end;
  const comment = text.slice(at, end);
  if (!comment.includes("\n")) return end;
  if (endsWithHtml(reading, comment)) return text.length;
  if (/\n[ \t]*\n/.test(comment)) return html === "no" ? null : text.length;
  return mayEndEarly(comment) ? doubtEnd(text, end, end) : end;
}

/** True where Markdown's block of HTML ends within the comment: with its line, or at a closing tag in it. */
function endsWithHtml({ at, opens, html }: Reading, comment: string): boolean {
  return at === opens || html === "line" || (html === "pre" && comment.includes("</"));
}

/**
 * The end of a broken tag: within HTML the next `>`, and the end of the page where a quotation mark is open in the tag;
 * a comment within it is read on its own where it begins in the same line.
 */
export function brokenEnd(reading: Reading): number {
  const { text, at } = reading;
  const end = Math.min(text.length, nextAfter(reading, ">", at));
  const broken = text.slice(at, end);
  const comment = broken.indexOf("<!", 1);
  if (comment !== -1 && !/["'\n]/.test(broken.slice(0, comment))) return at + comment;
  return /["']/.test(broken) ? text.length : sureEnd(text, at + 1, end);
}

/**
 * The end of an instruction or a broken tag; farther where it holds the start of other markup, so that only a whole
 * parser can tell which it is.
 */
function sureEnd(text: string, from: number, end: number): number {
  const inside = text.slice(from, end);
  return /[\n<[`]/.test(inside) ? doubtEnd(text, from, end) : end;
}

/** The end of the next `closing` at or after `from`; infinity where there is none. No stretch is searched twice. */
function nextAfter({ text, ahead }: Reading, closing: string, from: number): number {
  const known = ahead.get(closing);
  if (known !== undefined && known - closing.length >= from) return known;
  const found = text.indexOf(closing, from);
  const end = found === -1 ? Number.POSITIVE_INFINITY : found + closing.length;
  ahead.set(closing, end);
  return end;
}
