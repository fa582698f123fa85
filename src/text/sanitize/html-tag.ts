/** Tags of HTML as they stand in Markdown, read so that no character is looked at again and again. */

/** An attribute as it is written; `value` is null where it has none. */
export interface Attribute {
  readonly name: string;
  readonly value: string | null;
}

/** An opening tag with attributes, or a closing one without. `end`: behind its `>`. */
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

/** The tag that begins at `start`; null where there is none, as for a `<` in a sentence. Stops at the next `<` outside of quotes. */
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
  const sign = skip(/\s*/y, text, at + name.length);
  if (text[sign] !== "=") return { attribute: { name: name.toLowerCase(), value: null }, end: at + name.length };
  const from = skip(/\s*/y, text, sign + 1);
  const value = valueAt(text, from);
  return value === null ? null : { attribute: { name: name.toLowerCase(), value: value.text }, end: value.end };
}

function valueAt(text: string, from: number): { readonly text: string; readonly end: number } | null {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") {
    const [bare = ""] = matchAt(BARE, text, from) ?? [];
    return bare === "" ? null : { text: bare, end: from + bare.length };
  }
  // Most hostile: many opening quotes and no closing one. Each is the end of the one before it, so none is looked for twice.
  const to = text.indexOf(quote, from + 1);
  return to === -1 ? null : { text: text.slice(from + 1, to), end: to + 1 };
}

const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|font-size\s*:\s*0|(?:^|[^-])color\s*:\s*(?:white|transparent|#fff)/i;
/** Elements that a page does not show. */
const HIDDEN_NAMES: readonly string[] = [
  "template",
  "noscript",
  "style",
  "script",
  "title",
  "head",
  "iframe",
  "object",
  "noframes",
  "noembed",
];

/** True for an element whose content nobody sees, here or on a page that keeps its attributes (INJ-11). */
export function isHidden({ name, attributes }: Tag): boolean {
  if (HIDDEN_NAMES.includes(name)) return true;
  return attributes.some(
    (one) =>
      one.name === "hidden" ||
      (one.name === "aria-hidden" && one.value === "true") ||
      (one.name === "style" && HIDING.test(one.value ?? "")),
  );
}

/** Attributes that say where something is or how large, without words. */
const PLAIN: readonly string[] = ["href", "src", "width", "height", "align", "open", "start", "colspan", "rowspan", "id", "class", "lang"];

/** True for an attribute that cannot hold a sentence. */
export function isPlain({ name, value }: Attribute): boolean {
  return PLAIN.includes(name) && (value === null || !/[\s"'<>`]/.test(value)) && (value ?? "").length <= 500;
}

/** The tag as it is shown on. */
export function tagText({ name, closing, attributes }: Tag): string {
  const kept = attributes.filter(isPlain).map((one) => (one.value === null ? ` ${one.name}` : ` ${one.name}="${one.value}"`));
  return `<${closing ? "/" : ""}${name}${kept.join("")}>`;
}

/** Behind the closing tag of an element that was opened before `from`; the end of the text where it is never closed. */
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
