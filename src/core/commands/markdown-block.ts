/** Recognizes the lines of Markdown that begin a block (CommonMark 0.31): they decide where a paragraph ends. */

/**
 * A line without its surrounding spaces and tabs. `indent`: columns before the text, tabs to the next multiple of four.
 */
export interface MarkdownLine {
  readonly indent: number;
  readonly text: string;
}

/**
 * Names that begin an HTML block of kind 6, and can end a paragraph (https://spec.commonmark.org/0.31.2/#html-blocks).
 */
const HTML_BLOCKS = new Set(
  [
    "address article aside base basefont blockquote body caption center col colgroup dd details " +
      "dialog dir div dl dt fieldset",
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe " +
      "legend li link main menu menuitem",
    "nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul",
  ].flatMap((names) => names.split(" ")),
);

/** Names that begin an HTML block of kind 1, as opening tags only. */
const RAW_BLOCKS = new Set(["pre", "script", "style", "textarea"]);

/** No name of a block is longer; cutting here keeps the patterns below bounded. */
const LONGEST_TAG = 24;

/**
 * True when this line, the first that is not blank, is not ordinary text: code, quote, list, heading, break, fence,
 * HTML, definition. Every line that begins with `<` or `[` counts, though some are text: no command begins so, and
 * telling them apart is costly.
 */
export function beginsBlock(line: MarkdownLine): boolean {
  if (line.indent >= 4 || line.text.startsWith("<") || line.text.startsWith("[")) return true;
  return isCommonBlock(line.text) || isListItem(line.text);
}

/**
 * True when this line ends the paragraph before it. An indented line never does, nor an empty list item, nor a tag of
 * kind 7.
 */
export function interruptsParagraph(line: MarkdownLine): boolean {
  if (line.indent >= 4) return false;
  return isCommonBlock(line.text) || isInterruptingItem(line.text) || isHtmlBlock(line.text);
}

/** True for the underline that makes the paragraph before it a heading (setext). */
export function isUnderline({ indent, text }: MarkdownLine): boolean {
  return indent < 4 && (isRun(text, "=") || isRun(text, "-"));
}

function isCommonBlock(text: string): boolean {
  return text.startsWith(">") || /^#{1,6}(?:[ \t]|$)/.test(text) || isFence(text) || isThematicBreak(text);
}

function isFence(text: string): boolean {
  if (text.startsWith("~~~")) return true;
  if (!text.startsWith("```")) return false;
  let ticks = 3;
  while (text[ticks] === "`") ticks++;
  return !text.includes("`", ticks);
}

function isThematicBreak(text: string): boolean {
  if (!/^[*_-]/.test(text)) return false;
  const marks = text.replace(/[ \t]+/g, "");
  return marks.length >= 3 && isRun(marks, marks.charAt(0));
}

function isListItem(text: string): boolean {
  return /^(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/.test(text);
}

function isInterruptingItem(text: string): boolean {
  return /^(?:[*+-]|1[.)])[ \t]/.test(text);
}

function isHtmlBlock(text: string): boolean {
  if (!text.startsWith("<")) return false;
  if (/^<(?:!--|\?|![a-zA-Z]|!\[CDATA\[)/.test(text)) return true;
  const tag = /^<(\/?)([a-z][a-z0-9-]*)(\/?>|[ \t]|$)/i.exec(text.slice(0, LONGEST_TAG));
  if (tag === null) return false;
  const [, closing, name = "", end] = tag;
  return HTML_BLOCKS.has(name.toLowerCase()) || (closing === "" && end !== "/>" && RAW_BLOCKS.has(name.toLowerCase()));
}

function isRun(text: string, mark: string): boolean {
  return text.length > 0 && text === mark.repeat(text.length);
}
