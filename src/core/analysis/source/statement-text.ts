/** A statement of a program as tokens, the same for every layout, without knowing its language. */
import type { CodeLine } from "./code-lines.ts";

/** Lines that one statement may go over. */
const LONGEST = 20;

/** Words, numbers, strings, and what stands between them. Each alternative begins with another character. */
const TOKEN = /[A-Za-z_]\w*!?|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[^\s\w"'`]/g;

/** Characters of a line that are read closely, so that no line is dear; what follows stays as it is. */
const CLOSELY = 2_000;

/** Tokens of one statement, in order. */
export type Tokens = readonly string[];

/** By how much a token opens or closes a bracket. */
const DEPTHS: ReadonlyMap<string, number> = new Map([
  ["(", 1],
  ["[", 1],
  ["{", 1],
  [")", -1],
  ["]", -1],
  ["}", -1],
]);

/** 1 for a bracket that opens, -1 for one that closes, 0 for any other token. Pure. */
export function bracketStep(token: string): number {
  return DEPTHS.get(token) ?? 0;
}

/** True for a name or a word of the language. Pure. */
export function isWord(token: string): boolean {
  return /^[A-Za-z_]/.test(token);
}

/** True for a number and for a string. Pure. */
export function isLiteral(token: string): boolean {
  return /^[\d"'`]/.test(token);
}

/** The tokens of a text that is one statement. Pure. */
export function statementOf(text: string): Tokens {
  return withoutTrailing(tokensOf(text));
}

/** The tokens of the statement that begins at a line. A brace that stays open is the beginning of a block. Pure. */
export function statementAt(lines: readonly CodeLine[], index: number): Tokens {
  const tokens: string[] = [];
  let depth = 0;
  for (const { text } of lines.slice(index, index + LONGEST)) {
    const own = tokensOf(text);
    tokens.push(...own);
    depth += own.reduce((sum, token) => sum + (/[{}]/.test(token) ? 0 : bracketStep(token)), 0);
    if (depth <= 0) break;
  }
  return withoutTrailing(tokens);
}

function tokensOf(line: string): Tokens {
  const tokens = line.slice(0, CLOSELY).match(TOKEN) ?? [];
  return line.length > CLOSELY ? [...tokens, line.slice(CLOSELY)] : tokens;
}

/** Without a comma that only a layout over many lines has. */
function withoutTrailing(tokens: Tokens): Tokens {
  return tokens.filter((token, index) => token !== "," || !/^[)\]]$/.test(tokens[index + 1] ?? ""));
}

/** A literal without its kind of quotation marks, any other token as it is. Pure. */
export function bare(token: string): string {
  return token.replace(/^(["'`])(.*)\1$/s, "$2");
}

/** The literals of some lines, without quotation marks. Pure. */
export function literalsIn(lines: readonly CodeLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ text }) => tokensOf(text).filter(isLiteral).map(bare)));
}
