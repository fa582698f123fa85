/**
 * Finds the one line of a comment that may hold a command: the first line that a reader sees, if it is ordinary text.
 */
import { beginsBlock, interruptsParagraph, isUnderline, type MarkdownLine } from "./markdown-block.ts";

/**
 * The first line of the paragraph that begins the document, without surrounding spaces and tabs; null when the
 * document begins with anything else. The caller gives the source, not its rendering: `\/approve`, entities and
 * emphasis stay as they were typed. Time is linear in the text.
 */
export function firstLine(text: string): string | null {
  const lines = linesOf(text);
  const first = firstText(lines);
  return first === null || beginsBlock(first) || isHeading(lines) ? null : first.text;
}

/** The text below the first line that is not blank: a command may have its text there. Linear, like `firstLine`. */
export function textBelowFirstLine(text: string): string {
  const lines = linesOf(text);
  firstText(lines);
  return [...lines]
    .map((line) => line.text)
    .join("\n")
    .trimEnd();
}

/** The lines below the first one in its paragraph, without surrounding spaces and tabs. Linear, like `firstLine`. */
export function furtherLines(text: string): readonly string[] {
  const lines = linesOf(text);
  firstText(lines);
  const further: string[] = [];
  for (const line of lines) {
    if (line.text === "" || interruptsParagraph(line)) break;
    further.push(line.text);
  }
  return further;
}

/** The next line that is not blank; the lines up to it are used up. */
function firstText(lines: Iterator<MarkdownLine, undefined>): MarkdownLine | null {
  for (let next = lines.next(); !next.done; next = lines.next()) if (next.value.text !== "") return next.value;
  return null;
}

/** True when the paragraph whose later lines these are is underlined before it ends. */
function isHeading(lines: Iterator<MarkdownLine, undefined>): boolean {
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (isUnderline(next.value)) return true;
    if (next.value.text === "" || interruptsParagraph(next.value)) return false;
  }
  return false;
}

/** Lines as CommonMark cuts them: LF, CR or both; a byte order mark is dropped, NUL is shown as U+FFFD. */
function* linesOf(text: string): Generator<MarkdownLine, undefined> {
  const source = text.replace(/^\uFEFF/, "").replaceAll("\0", "\uFFFD");
  for (let start = 0; start <= source.length; ) {
    const end = endOfLine(source, start);
    yield lineOf(source, start, end);
    start = end + (source.startsWith("\r\n", end) ? 2 : 1);
  }
}

/**
 * Searches character by character: replacing every line end first costs more than all that follows, where a text is
 * nothing but line ends.
 */
function endOfLine(source: string, start: number): number {
  let end = start;
  while (end < source.length && source[end] !== "\n" && source[end] !== "\r") end++;
  return end;
}

/** Trims by hand: a pattern for trailing spaces takes quadratic time, and `trim` removes more than CommonMark does. */
function lineOf(source: string, start: number, end: number): MarkdownLine {
  let indent = 0;
  let from = start;
  while (from < end && isSpace(source[from])) {
    indent += source[from] === "\t" ? 4 - (indent % 4) : 1;
    from++;
  }
  let to = end;
  while (to > from && isSpace(source[to - 1])) to--;
  return { indent, text: source.slice(from, to) };
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
