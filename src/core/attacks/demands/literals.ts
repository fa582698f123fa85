/** Finds literals in a program's text: values that stand there letter by letter, in JavaScript or Python. */

const STRING = /[rbuf]{0,2}(?:"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\$])*`)/y;
const OTHER = /-?(?:\d[\w.]*|\.\d+)|(?:true|false|null|undefined|None|True|False|NaN|-?Infinity)\b/y;
const KEY = /[\w$]+\s*(?=:)/y;
const BLANK = /\s*/y;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };

/** Brackets within one another that are followed. */
const DEEPEST = 8;

function skip(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : at + found[0].length;
}

function blank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Where the literal ends that begins at `at`; null where none does. Pure. */
export function literalEnd(text: string, at: number, depth = 0): number | null {
  const from = blank(text, at);
  const close = CLOSING[text.charAt(from)];
  if (close === undefined) return skip(STRING, text, from) ?? skip(OTHER, text, from);
  return depth < DEEPEST ? listEnd(text, from + 1, close, depth + 1) : null;
}

/** Where a list of literals ends, behind `close`, that begins at `from`; null where it holds another thing. Pure. */
export function listEnd(text: string, from: number, close: string, depth = 0): number | null {
  let at = blank(text, from);
  while (text[at] !== close) {
    const end = literalEnd(text, at, depth) ?? skip(KEY, text, at);
    if (end === null) return null;
    at = blank(text, end);
    if (text[at] === "," || text[at] === ":") at = blank(text, at + 1);
    else if (text[at] !== close) return null;
  }
  return at + 1;
}
