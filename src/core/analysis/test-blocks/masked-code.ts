/**
 * Blanks the strings and comments of a source text, so that what is left can be searched for words and brackets. Every
 * character keeps its place.
 */

const LINE_COMMENT = /\/\/[^\n]*/;
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/;
const NESTING_COMMENT = /\/\+[\s\S]*?(?:\+\/|$)/;
const HASH_COMMENT = /#[^\n]*/;
const DOUBLE = /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?/;
/** A string that goes on over the end of a line. */
const LONG_DOUBLE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/;
const SINGLE = /'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?/;
/** A character, and no lifetime of Rust. */
const CHARACTER = /'(?:[^'\\\n]|\\[^\n][^'\n]{0,10})'/;
const BACKTICK = /`[^`\\]*(?:\\[\s\S][^`\\]*)*`?/;
const RAW_BACKTICK = /`[^`]*`?/;
const TRIPLE = /"""[\s\S]*?(?:(?<!\\)"""|$)/;
const TRIPLE_SINGLE = /'''[\s\S]*?(?:(?<!\\)'''|$)/;
const RAW_HASHED = /\br#"[\s\S]*?(?:"#|$)/;
const RAW_DOUBLE = /\br"[^"]*"?/;
const ZIG_LINE = /\\\\[^\n]*/;
/** A pattern of JavaScript, where one can stand: behind an operator, a bracket, or a word that asks for a value. */
const BEFORE_PATTERN = /(?<=(?:[(,=:[!&|?{};+\-*%<>~^]|\breturn|\bcase|\btypeof)[ \t]{0,20})/;
const PATTERN = new RegExp(
  `${BEFORE_PATTERN.source}${/\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,300}\//.source}`,
);

function joined(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join("|"), "g");
}

const SLASHED = [BLOCK_COMMENT, LINE_COMMENT];

/** What is blanked, by the ending of the file. The first that fits counts. */
const LANGUAGES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/i, joined(...SLASHED, DOUBLE, SINGLE, BACKTICK, PATTERN)],
  [/\.pyi?$/i, joined(TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE, HASH_COMMENT)],
  [/\.go$/i, joined(...SLASHED, DOUBLE, RAW_BACKTICK, CHARACTER)],
  [/\.rs$/i, joined(...SLASHED, RAW_HASHED, RAW_DOUBLE, LONG_DOUBLE, CHARACTER)],
  [/\.(?:java|kts?|scala|groovy)$/i, joined(...SLASHED, TRIPLE, DOUBLE, CHARACTER)],
  [/\.di?$/i, joined(NESTING_COMMENT, ...SLASHED, RAW_DOUBLE, LONG_DOUBLE, RAW_BACKTICK, CHARACTER)],
  [/\.zig$/i, joined(LINE_COMMENT, ZIG_LINE, DOUBLE, CHARACTER)],
];

/**
 * The text with spaces for all that stands in strings, comments and patterns; quotation marks and line breaks stay. The
 * text itself for a language that is not known. Linear. Pure.
 */
export function maskedCode(path: string, text: string): string {
  const hidden = LANGUAGES.find(([ending]) => ending.test(path))?.[1];
  return hidden === undefined ? text : text.replace(hidden, blanked);
}

function blanked(part: string): string {
  const edge = /^["'`]/.test(part) ? 1 : 0;
  const spaces = part.slice(edge, part.length - edge).replace(/[^\n]/g, " ");
  return part.slice(0, edge) + spaces + (part.length > 1 ? part.slice(part.length - edge) : "");
}

/** A masked text, with the place of the bracket that closes each one. */
export interface Brackets {
  readonly code: string;
  /** The offset behind the bracket that closes the one at this offset; null where none does. */
  readonly endOf: (open: number) => number | null;
}

const CLOSED_BY: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const CLOSING = new Set(Object.values(CLOSED_BY));

/** Finds the brackets of a masked text that belong together. Linear. Pure. */
export function bracketsIn(code: string): Brackets {
  // One number for each character: a text may be nothing but brackets. 0 is behind no bracket.
  const ends = new Uint32Array(code.length);
  const open: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const mark = code.charAt(at);
    if (mark in CLOSED_BY) open.push(at);
    else if (CLOSING.has(mark)) {
      const begin = open.pop();
      if (begin !== undefined && CLOSED_BY[code.charAt(begin)] === mark) ends[begin] = at + 1;
    }
  }
  return { code, endOf: (at) => ends[at] || null };
}
