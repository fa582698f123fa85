/** Takes out what links hide in Markdown: titles of links, alt texts of images, definitions that no page shows. */
import { noteFind } from "./finds.ts";
import { copyUntil, doubtEnd, matchEnd, matchHere, mayEndEarly, type Reading } from "./reading.ts";

/** Matches a link definition anywhere it may stand, in lists and quotes too. A footnote is none: its text is shown. */
const LABEL = /[ \t>*+\-\d.)]*\[(?!\^)([^[\]\n]{1,999})\]:/y;
const GAP = /[ \t]*\n?[ \t]*/y;
const PLACE = /<[^<>\n]*>|[^\s<]\S*/y;
const TITLES = [/"(?:\\[\s\S]|[^"\\])*"/y, /'(?:\\[\s\S]|[^'\\])*'/y, /\((?:\\[\s\S]|[^()\\])*\)/y] as const;

/** `to`: the end of the address. `title` to `end`: its title, of no length where it has none. */
interface Definition {
  readonly label: string;
  readonly place: string;
  readonly to: number;
  readonly title: number;
  readonly end: number;
}

/** The end of the title that begins here; `at` where none does. */
function titleEnd(reading: Reading, at: number): number {
  const kind = TITLES[['"', "'", "("].indexOf(reading.text[at] ?? "")];
  return kind === undefined ? at : matchEnd(reading, kind, at);
}

/**
 * The definition that begins here; null for words behind the address, which are a sentence, and where it may be
 * something else.
 */
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

/** Within HTML a text that looks like a definition may be a tag. */
function isTag({ html, text, at }: Reading, last: number): boolean {
  return html !== "no" && text.slice(at, last).includes("<");
}

/** Takes out a definition at the beginning of a line, or its title. False where there is none. */
export function takeDefinition(reading: Reading): boolean {
  const found = definitionAt(reading);
  if (found === null) return false;
  const { label, place, to } = found;
  const title = reading.text.slice(found.title, found.end);
  // Readers may follow an address; one word as its label is no message.
  const isLink = /^<?(?:https?:\/\/|mailto:|[./]|[\w-]+\/)/.test(place) && /^\S{1,40}$/.test(label);
  if (isLink) {
    copyUntil(reading, to);
    if (title !== "") noteFind(reading.taken, "link title", title);
  } else noteFind(reading.taken, "link definition", `${label} ${title === "" ? place : title}`);
  closeImage(reading, title);
  reading.at = unseenEnd(reading, isLink ? to : reading.at, found.end);
  return true;
}

/** Where the text taken out closes an image's alt text, takes that out too: readers would not see it either. */
export function closeImage(reading: Reading, taken: string): void {
  const image = taken.includes("]") ? (reading.images.find((start) => start !== null) ?? null) : null;
  if (image !== null) noteFind(reading.taken, "image description", reading.out.splice(image).join(""));
}

/** The end of a title; the end of the whole paragraph where the title may be none, and begin other hidden text. */
function unseenEnd({ text }: Reading, from: number, to: number): number {
  const title = text.slice(from, to);
  return /<|!\[/.test(title) || mayEndEarly(title) ? doubtEnd(text, from, to) : to;
}

function endsLine(reading: Reading, at: number): boolean {
  const last = matchEnd(reading, /[ \t]*/y, at);
  return last === reading.text.length || reading.text[last] === "\n";
}

/** Reads `[` or `![`, which a `]` may close later. An exclamation mark alone is copied. */
export function takeOpening(reading: Reading): void {
  const { text, at } = reading;
  const isLink = text[at] === "[";
  const isImage = !isLink && text[at + 1] === "[";
  copyUntil(reading, at + (isImage ? 2 : 1));
  if (isLink || isImage) reading.images.push(isImage ? reading.out.length : null);
}

/** Reads `]`: takes out the alt text of an image, and the title behind the address of a link. */
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
  const place = reading.text.slice(from, to);
  const isDropped = /^<?(?:data|javascript|vbscript):/i.test(place); // as GitHub does
  if (isDropped) noteFind(reading.taken, "address with words", place);
  reading.out.push("(", isDropped ? "" : place, ")");
  // Where no link ends here, an image may begin in what looks like an address.
  const isUnsure = mayEndEarly(reading.text.slice(reading.at, title)) || place.includes("![");
  reading.at = unseenEnd(reading, isUnsure ? reading.at : title, last + 1);
}
