/**
 * Finds the lines of a file that are code, line by line without a parser, in two ways: so that neither hiding nor
 * commenting out pays.
 */

/** A line that is not blank, without the whitespace around it. `number` counts from 1. */
export interface CodeLine {
  readonly number: number;
  readonly text: string;
}

const HASH_COMMENTS = /\.(?:py|rb|sh|bats|ex|exs|pl|r)$/i;

/** The lines of a file that are code, as far as single lines can tell. */
export interface CodeLines {
  /**
   * Lines that may be code: all but those that are nothing but a comment. Callers count in them what should not be
   * there. A line in a block comment still counts where it does not begin with a star, for only a syntax tree could
   * tell where a block really begins.
   */
  readonly live: readonly CodeLine[];
  /**
   * Lines that are code for sure: without comments, without blocks between slash-star and star-slash that begin a line,
   * and without the text in Python's triple quotes. Callers count in them what should be there, so that commenting a
   * test out takes it away.
   */
  readonly sure: readonly CodeLine[];
}

/** Sorts the lines of a file; the path tells its language. Linear in the text. */
export function codeLinesOf(path: string, text: string): CodeLines {
  const block = HASH_COMMENTS.test(path) ? pythonBlock : starBlock;
  const [live, sure]: [CodeLine[], CodeLine[]] = [[], []];
  let within = false;
  for (const line of nonBlankLinesOf(text)) {
    const state = block(line.text, within);
    within = state.within;
    if (isComment(path, line.text)) continue;
    live.push(line);
    if (!state.belongs) sure.push(line);
  }
  return { live, sure };
}

/** Strings of one line that begin and end where a string can, and hold no code of a template. */
const STRINGS =
  /(?<=^|[\s(,=[{:+?!&|;<>])(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`)(?=[\s),;\]}:+?.&|]|$)/g;

/** Takes strings and comments out of a line. Text in doubt stays: a string over many lines is not recognised as one. */
export function bareCode(path: string, text: string): string {
  const bare = withoutBlocks(text.replace(STRINGS, '""'));
  return HASH_COMMENTS.test(path) ? bare.replace(/(?:^|\s)#.*$/, "") : bare.replace(/(?:^|\s)\/\/.*$/, "");
}

/** Takes block comments out by hand: a pattern that looks for an end from every beginning takes quadratic time. */
function withoutBlocks(text: string): string {
  let bare = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("/*", from);
    const end = start === -1 ? -1 : text.indexOf("*/", start + 2);
    if (end === -1) return bare + text.slice(from);
    bare += `${text.slice(from, start)} `;
    from = end + 2;
  }
}

/** Every line that is not blank. */
export function nonBlankLinesOf(text: string): readonly CodeLine[] {
  const lines: CodeLine[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const own = line.trim();
    if (own !== "") lines.push({ number, text: own });
  }
  return lines;
}

/** True for a line that is nothing but a comment. `/* a *\/ code` is code, and so is text behind the end of a block. */
export function isComment(path: string, text: string): boolean {
  if (HASH_COMMENTS.test(path)) return text.startsWith("#");
  if (text.startsWith("/*")) return !/\S/.test(text.slice(2).split("*/").slice(1).join(" "));
  return text.startsWith("//") || (text.startsWith("*") && !text.startsWith("*/"));
}

/**
 * A line beside a block comment or a long string: `belongs`: the line is part of the block; `within`: the next line
 * begins within it.
 */
interface State {
  readonly belongs: boolean;
  readonly within: boolean;
}

/** Each state is made once: a file may have very many lines. */
const WITHIN = [false, true].map((within) => ({ belongs: true, within }));
const BESIDE = [false, true].map((within) => ({ belongs: false, within }));

function stateOf(belongs: boolean, within: boolean): State {
  return (belongs ? WITHIN : BESIDE)[Number(within)] as State;
}

function starBlock(text: string, within: boolean): State {
  const begins = within || text.startsWith("/*");
  return stateOf(begins, begins && !text.includes("*/", within ? 0 : 2));
}

/**
 * An odd number of triple quotes in a line opens or closes a string; a line that only opens one behind code is code.
 */
function pythonBlock(text: string, within: boolean): State {
  const quotes = text.match(/"""|'''/g)?.length ?? 0;
  return stateOf(within || /^(?:"""|''')/.test(text), quotes % 2 === 1 ? !within : within);
}
