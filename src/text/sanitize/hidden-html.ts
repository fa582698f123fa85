/** What HTML hides in Markdown: comments, instructions, attributes, elements that no page shows (INJ-01 to INJ-04, INJ-09 to INJ-11). */
import { noteFind } from "./finds.ts";
import { elementEnd, isHidden, isPlain, type Tag, tagAt, tagText } from "./html-tag.ts";
import { brokenEnd, instructionEnd } from "./instructions.ts";
import { copyUntil, doubtEnd, matchHere, mayEndEarly, type Reading } from "./reading.ts";

/** What stands behind a `<` that begins something; behind any other one nothing need be looked for. */
const BEGINS = /[A-Za-z/!?]/;

/** Takes out what is left out of the page and begins at this `<`, or takes over what is shown. */
export function takeAngle(reading: Reading): void {
  const next = reading.text[reading.at + 1] ?? "";
  if (!BEGINS.test(next)) {
    copyUntil(reading, reading.at + 1);
    return;
  }
  const end = next === "!" || next === "?" ? instructionEnd(reading) : null;
  if (end !== null) takeInstruction(reading, end);
  else if (!takeElement(reading)) takeSign(reading);
}

function takeInstruction(reading: Reading, end: number): void {
  const { text, at } = reading;
  const isComment = text.startsWith("<!--", at);
  // A block of HTML ends with the line of `-->` only, and this comment ended otherwise.
  if (isComment && text.startsWith("!>", end - 2)) reading.html = "pre";
  takeOut(reading, isComment ? "HTML comment" : "HTML instruction", end);
}

/** A tag, or what HTML takes for one. False where none begins. */
function takeElement(reading: Reading): boolean {
  const { text, at } = reading;
  const tag = tagAt(text, at);
  const written = text.slice(at, tag?.end ?? at);
  // Markdown knows no tag with a blank line in it, and a line that begins so may be a quote or a list; for HTML it is within the tag.
  if (tag !== null && !mayEndEarly(written)) takeTag(reading, tag);
  else if (tag !== null && !/\n[ \t]*\n/.test(written)) takeOut(reading, "broken tag", doubtEnd(text, at + 1, tag.end));
  else if (reading.html !== "no") takeOut(reading, "broken tag", brokenEnd(reading));
  else return false;
  return true;
}

/** A sign that readers see. Nothing behind it may close a comment that it would open. */
function takeSign(reading: Reading): void {
  if (reading.text.startsWith("<!--", reading.at)) {
    reading.out.push("<! --");
    reading.at += 4;
  } else copyUntil(reading, reading.at + 1);
}

/** What is taken out leaves a space, so that its neighbours cannot join to something new (INJ-02). */
function takeOut(reading: Reading, kind: string, end: number): void {
  const taken = reading.text.slice(reading.at, end);
  noteFind(reading.taken, kind, taken.replace(/^<!--/, "").replace(/--!?>$/, ""));
  closeImage(reading, taken);
  reading.out.push(" ");
  reading.at = end;
}

/** What is taken out may close the description of a picture, which then nobody sees either. */
function closeImage(reading: Reading, taken: string): void {
  const image = taken.includes("]") ? (reading.images.find((start) => start !== null) ?? null) : null;
  if (image !== null) noteFind(reading.taken, "image description", reading.out.splice(image).join(""));
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
  for (const one of tag.attributes) if (!isPlain(one)) noteFind(reading.taken, "HTML attribute", `${one.name}=${one.value ?? ""}`);
  reading.out.push(tagText(tag));
  reading.at = tag.end;
}

/** What readers must look for: folded, or in the smallest letters. It stays. */
function flag(reading: Reading, { name, closing, end }: Tag): void {
  if (name === "details" && !closing)
    noteFind(reading.shown, "collapsed part", reading.text.slice(end, end + 80).replace(/<[^<>]*>/g, " "));
  if (name !== "sub" && name !== "sup") return;
  reading.small = Math.max(0, reading.small + (closing ? -1 : 1));
  if (reading.small === 3) noteFind(reading.shown, "tiny text", reading.text.slice(end, end + 80).replace(/<[^<>]*>/g, " "));
}

const ENTITY =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(ZeroWidthSpace|zwj|zwnj|shy|lrm|rlm|NoBreak|ApplyFunction|af|InvisibleTimes|it|InvisibleComma|ic));/iy;

/** A character by its number or name: taken out where nobody would see it, else as it is written (INJ-03). */
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
