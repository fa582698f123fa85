/** Parses HTML tags as they stand in Markdown, in linear time. */

/** An attribute as it is written; `value` is null where it has none. */
export interface Attribute {
  readonly name: string;
  readonly value: string | null;
}

/** An opening tag with attributes, or a closing one without. `end`: the position behind its `>`. */
export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: readonly Attribute[];
  readonly end: number;
}

const NAME = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
const BLANKS = /[\s/]*/y;
const ATTRIBUTE = /[^\s"'<>/=`]+/y;
const BARE = /[^\s"'=<>`]+/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}

/**
 * The tag that begins at `start`; null where there is none, as for a `<` in a sentence. Stops at the next `<` outside
 * of quotes.
 */
export function tagAt(text: string, start: number): Tag | null {
  const opened = matchAt(NAME, text, start);
  if (opened === null) return null;
  const [all, slash, name = ""] = opened;
  const attributes: Attribute[] = [];
  let at = skip(BLANKS, text, start + all.length);
  while (text[at] !== ">") {
    const read = attributeAt(text, at);
    if (read === null) return null;
    attributes.push(read.attribute);
    at = skip(BLANKS, text, read.end);
  }
  return { name: name.toLowerCase(), closing: slash === "/", attributes, end: at + 1 };
}

function attributeAt(text: string, at: number): { readonly attribute: Attribute; readonly end: number } | null {
  const [name = ""] = matchAt(ATTRIBUTE, text, at) ?? [];
  if (name === "") return null;
  const equals = skip(/\s*/y, text, at + name.length);
  if (text[equals] !== "=") return { attribute: { name: name.toLowerCase(), value: null }, end: at + name.length };
  const from = skip(/\s*/y, text, equals + 1);
  const value = valueAt(text, from);
  return value === null ? null : { attribute: { name: name.toLowerCase(), value: value.text }, end: value.end };
}

function valueAt(text: string, from: number): { readonly text: string; readonly end: number } | null {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") {
    const [bare = ""] = matchAt(BARE, text, from) ?? [];
    return bare === "" ? null : { text: bare, end: from + bare.length };
  }
  // The most hostile text has many opening quotes and no closing one. Each is the end of the one before it, so none is
  // searched for twice.
  const to = text.indexOf(quote, from + 1);
  return to === -1 ? null : { text: text.slice(from + 1, to), end: to + 1 };
}

/**
 * The end of the closing tag of an element that was opened before `from`; the end of the text where it is never closed.
 */
export function elementEnd(text: string, name: string, from: number): number {
  const pattern = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>?`, "gi");
  pattern.lastIndex = from;
  let depth = 1;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    depth += found[1] === "/" ? -1 : 1;
    if (depth === 0) return pattern.lastIndex;
  }
  return text.length;
}
