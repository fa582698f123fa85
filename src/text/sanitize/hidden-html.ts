/** Takes out what HTML hides in Markdown: comments, instructions, attributes, elements that no page shows. */
import { noteFind } from "./finds.ts";
import { closeImage } from "./hidden-links.ts";
import { elementEnd, type Tag, tagAt } from "./html-tag.ts";
import { isHidden, isPlain, tagText } from "./html-visibility.ts";
import { brokenEnd, instructionEnd } from "./instructions.ts";
import { holdsMarkup } from "./markup-in-tag.ts";
import { copyUntil, doubtEnd, matchHere, mayEndEarly, type Reading } from "./reading.ts";

/** The characters behind a `<` that begin markup; any other `<` is plain text. */
const BEGINS = /[A-Za-z/!?]/;

/** Takes out the markup that begins at this `<` and that no page shows, or copies what is shown. */
export function takeAngle(reading: Reading): void {
  const next = reading.text[reading.at + 1] ?? "";
  if (!BEGINS.test(next)) {
    copyUntil(reading, reading.at + 1);
    return;
  }
  const end = next === "!" || next === "?" ? instructionEnd(reading) : null;
  if (end !== null) takeInstruction(reading, end);
  else if (!takeElement(reading)) copyAngle(reading);
}

function takeInstruction(reading: Reading, end: number): void {
  const { text, at, opens } = reading;
  const isComment = text.startsWith("<!--", at);
  // Markdown ends a block of HTML with the line of `-->` only, and this comment ended otherwise.
  if (isComment && text.startsWith("!>", end - 2)) reading.html = "pre";
  const isSure = at === opens || !holdsMarkup(text.slice(at, end));
  takeOut(reading, isComment ? "HTML comment" : "HTML instruction", isSure ? end : doubtEnd(text, at + 1, end));
}

/** Reads a tag, or what HTML takes for one. False where none begins. */
function takeElement(reading: Reading): boolean {
  const { text, at } = reading;
  const tag = tagAt(text, at);
  const written = text.slice(at, tag?.end ?? at);
  // Markdown knows no tag with a blank line in it, and a line that begins so may be a quote or a list; for HTML it is
  // within the tag.
  if (tag !== null && isSureTag(reading, written)) takeTag(reading, tag);
  else if (tag !== null && !/\n[ \t]*\n/.test(written)) takeOut(reading, "broken tag", doubtEnd(text, at + 1, tag.end));
  else if (reading.html !== "no") takeOut(reading, "broken tag", brokenEnd(reading));
  else return false;
  return true;
}

/** True where Markdown and browsers read the same tag, or none of the two reads other markup in it. */
function isSureTag({ html }: Reading, written: string): boolean {
  return !(mayEndEarly(written) || holdsMarkup(written) || (html === "line" && written.includes("\n")));
}

/** Copies a `<` that readers see. Nothing behind it may close a comment that it would open. */
function copyAngle(reading: Reading): void {
  if (reading.text.startsWith("<!--", reading.at)) {
    reading.out.push("<! --");
    reading.at += 4;
  } else copyUntil(reading, reading.at + 1);
}

/** Leaves a space for what is taken out, so that its neighbours cannot join to new markup. */
function takeOut(reading: Reading, kind: string, end: number): void {
  const taken = reading.text.slice(reading.at, end);
  noteFind(reading.taken, kind, taken.replace(/^<!--/, "").replace(/--!?>$/, ""));
  closeImage(reading, taken);
  reading.out.push(" ");
  reading.at = end;
}

function takeTag(reading: Reading, tag: Tag): void {
  if (!tag.closing && isHidden(tag)) {
    takeOut(reading, "hidden element", elementEnd(reading.text, tag.name, tag.end));
    return;
  }
  if (!tag.closing && /^(?:pre|textarea)$/.test(tag.name)) reading.html = "pre";
  if (tag.closing && /^(?:pre|textarea)$/.test(tag.name) && reading.html === "pre") reading.html = "block";
  flag(reading, tag);
  closeImage(reading, reading.text.slice(reading.at, tag.end));
  for (const one of tag.attributes)
    if (!isPlain(one)) noteFind(reading.taken, "HTML attribute", `${one.name}=${one.value ?? ""}`);
  reading.out.push(tagText(tag));
  reading.at = tag.end;
}

/** Records what readers easily overlook, folded or in the smallest print. It stays in the text. */
function flag(reading: Reading, { name, closing, end }: Tag): void {
  if (name === "details" && !closing)
    noteFind(reading.shown, "collapsed part", reading.text.slice(end, end + 80).replace(/<[^<>]*>/g, " "));
  if (name !== "sub" && name !== "sup") return;
  reading.small = Math.max(0, reading.small + (closing ? -1 : 1));
  if (reading.small === 3)
    noteFind(reading.shown, "tiny text", reading.text.slice(end, end + 80).replace(/<[^<>]*>/g, " "));
}

/** Names of characters that no page draws. */
const UNSEEN_NAMES = [
  "Negative(?:VeryThin|Thin|Medium|Thick)Space|ZeroWidthSpace|zwj|zwnj|shy|lrm|rlm",
  "NoBreak|ApplyFunction|af|InvisibleTimes|it|InvisibleComma|ic",
].join("|");
const ENTITY = new RegExp(String.raw`&(?:#(\d{1,7})|#x([\da-f]{1,6})|(${UNSEEN_NAMES}));`, "iy");

/** Reads a character written by its number or name: takes it out where it would be invisible, else copies it. */
export function takeEntity(reading: Reading, isUnseen: (character: string) => boolean): void {
  const found = matchHere(reading, ENTITY);
  const [all = "&", decimal, hex, name] = found ?? [];
  const code = Number(decimal ?? `0x${hex}`);
  const unseen = name !== undefined || (code <= 0x10ffff && isUnseen(String.fromCodePoint(code)));
  if (unseen) {
    noteFind(reading.taken, "invisible character", all);
    reading.at += all.length;
  } else copyUntil(reading, reading.at + all.length);
}
