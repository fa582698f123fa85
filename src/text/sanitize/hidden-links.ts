/** What links hide in Markdown: the titles of links, the descriptions of pictures, definitions that nobody sees (INJ-09). */
import { noteFind } from "./finds.ts";
import { copyUntil, doubtEnd, matchEnd, matchHere, mayEndEarly, type Reading } from "./reading.ts";

/** A definition, wherever it may stand: in lists and quotes too. A footnote is none: its text is shown. */
const LABEL = /[ \t>*+\-\d.)]*\[(?!\^)([^[\]\n]{1,999})\]:/y;
const GAP = /[ \t]*\n?[ \t]*/y;
const PLACE = /<[^<>\n]*>|[^\s<]\S*/y;
const TITLES = [/"(?:\\[\s\S]|[^"\\])*"/y, /'(?:\\[\s\S]|[^'\\])*'/y, /\((?:\\[\s\S]|[^()\\])*\)/y] as const;

/** `to`: behind the address. `title` to `end`: its title, of no length where it has none. */
interface Definition {
  readonly label: string;
  readonly place: string;
  readonly to: number;
  readonly title: number;
  readonly end: number;
}

/** Behind the title that begins here; here, where none does. */
function titleEnd(reading: Reading, at: number): number {
  const kind = TITLES[['"', "'", "("].indexOf(reading.text[at] ?? "")];
  return kind === undefined ? at : matchEnd(reading, kind, at);
}

/** The definition that begins here; null for words behind the address, which are a sentence, and for what may be something else. */
function definitionAt(reading: Reading): Definition | null {
  const [opening, label = ""] = matchHere(reading, LABEL) ?? [];
  if (opening === undefined) return null;
  const from = matchEnd(reading, GAP, reading.at + opening.length);
  const to = matchEnd(reading, PLACE, from);
  const title = matchEnd(reading, GAP, to);
  const titled = title > to ? titleEnd(reading, title) : title;
  const last = titled > title && endsLine(reading, titled) ? titled : to;
  if (to === from || !endsLine(reading, last) || isTag(reading, last)) return null;
  return { label, place: reading.text.slice(from, to), to, title: last === to ? to : title, end: last };
}

/** Within HTML what looks like a definition may be a tag. */
function isTag({ html, text, at }: Reading, last: number): boolean {
  return html !== "no" && text.slice(at, last).includes("<");
}

/** Takes out a definition at the beginning of a line, or its title. False where none stands. */
export function takeDefinition(reading: Reading): boolean {
  const found = definitionAt(reading);
  if (found === null) return false;
  const { label, place, to } = found;
  const title = reading.text.slice(found.title, found.end);
  // An address that somebody may follow; one word for it is no message.
  const isLink = /^<?(?:https?:\/\/|mailto:|[./]|[\w-]+\/)/.test(place) && /^\S{1,40}$/.test(label);
  if (isLink) {
    copyUntil(reading, to);
    if (title !== "") noteFind(reading.taken, "link title", title);
  } else noteFind(reading.taken, "link definition", `${label} ${title === "" ? place : title}`);
  reading.at = unseenEnd(reading, isLink ? to : reading.at, found.end);
  return true;
}

/** Behind a title; behind the whole paragraph where it may be none, and begin something else that nobody sees. */
function unseenEnd({ text }: Reading, from: number, to: number): number {
  const title = text.slice(from, to);
  return title.includes("<") || mayEndEarly(title) ? doubtEnd(text, from, to) : to;
}

function endsLine(reading: Reading, at: number): boolean {
  const last = matchEnd(reading, /[ \t]*/y, at);
  return last === reading.text.length || reading.text[last] === "\n";
}

/** `[`, or `![`: somebody may close it. An exclamation mark alone is one. */
export function takeOpening(reading: Reading): void {
  const { text, at } = reading;
  const isLink = text[at] === "[";
  const isImage = !isLink && text[at + 1] === "[";
  copyUntil(reading, at + (isImage ? 2 : 1));
  if (isLink || isImage) reading.images.push(isImage ? reading.out.length : null);
}

/** `]`: the description of an image is taken out, and the title behind the address of a link. */
export function takeClosing(reading: Reading): void {
  const start = reading.images.pop() ?? null;
  if (start !== null) {
    const description = reading.out.splice(start).join("");
    if (description.trim() !== "") noteFind(reading.taken, "image description", description);
  }
  copyUntil(reading, reading.at + 1);
  if (reading.text[reading.at] === "(") takeTitle(reading);
}

const BLANKS = /\s*/y;
const ADDRESS = /<[^<>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*/y;

function takeTitle(reading: Reading): void {
  const from = matchEnd(reading, BLANKS, reading.at + 1);
  const to = matchEnd(reading, ADDRESS, from);
  const title = matchEnd(reading, BLANKS, to);
  const titled = titleEnd(reading, title);
  const last = matchEnd(reading, BLANKS, titled);
  if (reading.text[last] !== ")") return;
  if (titled > title) noteFind(reading.taken, "link title", reading.text.slice(title, titled));
  reading.out.push("(", reading.text.slice(from, to), ")");
  const isSure = !mayEndEarly(reading.text.slice(reading.at, title));
  reading.at = unseenEnd(reading, isSure ? title : reading.at, last + 1);
}
