/** Takes out of untrusted text what a reader of the rendered page would not see, and says what it was. */
import { takeBackslash, takeFence, takeTicks } from "./code-places.ts";
import { type Find, type Finds, findsIn } from "./finds.ts";
import { takeAngle, takeEntity } from "./hidden-html.ts";
import { withoutExtraCells, withoutUnusedDefinitions } from "./hidden-lines.ts";
import { takeClosing, takeDefinition, takeOpening } from "./hidden-links.ts";
import { copyUntil, matchEnd, matchHere, openReading, type Reading } from "./reading.ts";
import { withoutUndrawn } from "./undrawn.ts";
import { noteFarText, withoutUnseen } from "./unseen.ts";

/** Cleaned text, with what was taken out of it and what stayed but is easily overlooked. */
export interface Cleaned {
  readonly text: string;
  readonly hidden: readonly Find[];
  readonly shown: readonly Find[];
}

/**
 * Takes out control, invisible and bidirectional characters and terminal sequences; line ends become `\n`. For text
 * that readers see as it is written, such as code and output, where a comment is visible too. Linear time, idempotent.
 */
export function visible(text: string): string {
  return withoutUnseen(text, new Map());
}

/** The most passes: what one pass takes out can reveal hidden text. No honest text needs a third. */
const ROUNDS = 5;

/**
 * Takes out what `visible` takes out, and what GitHub's Markdown does not show: comments and instructions, attributes,
 * hidden elements, titles of links, alt texts of images, definitions and footnotes that nothing refers to, and what is
 * not drawn of diagrams, maps and formulas. For text that GitHub renders: issues, comments, README files. Code stays as
 * it is written; where code is not certain, the text counts as no code. Linear time, idempotent.
 */
export function clean(text: string): Cleaned {
  const taken: Finds = new Map();
  let rest = withoutUnseen(text, taken);
  for (let round = 0; round < ROUNDS; round += 1) {
    const shown: Finds = new Map();
    const drawn = withoutUndrawn(withoutExtraCells(rest, taken), taken);
    // Definitions lose their titles first: one that stands on the next line would be shown alone.
    const left = withoutUnseen(withoutUnusedDefinitions(read(openReading(drawn, taken, shown)), taken), taken);
    if (left === rest) {
      noteFarText(rest, shown);
      return { text: rest, hidden: findsIn(taken), shown: findsIn(shown) };
    }
    rest = left;
  }
  // Only a hostile text still changes after the last pass: its markup is shown as plain characters.
  const plain = rest.replace(/[<>[\]`&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return { text: plain, hidden: findsIn(taken), shown: [] };
}

const PLAIN = /[^<`&\\![\]\n]+/y;

function read(reading: Reading): string {
  const { text, out } = reading;
  while (reading.at < text.length) {
    if (reading.at === 0 || text[reading.at - 1] === "\n") beginLine(reading);
    if (!takeConstruct(reading)) copyUntil(reading, matchEnd(reading, PLAIN));
  }
  return out.join("");
}

/** Reads the start of a line, where that decides how the rest is read. */
function beginLine(reading: Reading): void {
  const isBlank = matchHere(reading, /[ \t]*(?:\n|$)/y) !== null;
  if (reading.html !== "pre" && (isBlank || reading.html === "line")) reading.html = "no";
  if (isBlank) {
    reading.loose = false;
    reading.opens = -1;
    if (reading.images.length > 0) reading.images = [];
    return;
  }
  takeFence(reading);
  if (!takeDefinition(reading)) lookForHtml(reading);
}

/** A line that begins with a `<` may be HTML, up to a blank line; comments and instructions end with their line. */
function lookForHtml(reading: Reading): void {
  const [start] = matchHere(reading, /[ \t>*+\-\d.)]*</y) ?? [];
  reading.opens = start === undefined ? -1 : reading.at + start.length - 1;
  if (start !== undefined && reading.html === "no")
    reading.html = /[!?]/.test(reading.text[reading.opens + 1] ?? "") ? "line" : "block";
}

/** Reads the construct that begins at this character. False where none does. */
function takeConstruct(reading: Reading): boolean {
  const { text, at } = reading;
  switch (text[at]) {
    case "\n":
      copyUntil(reading, at + 1);
      return true;
    case "<":
      takeAngle(reading);
      return true;
    case "`":
      takeTicks(reading);
      return true;
    case "&":
      takeEntity(reading, isUnseen);
      return true;
    case "\\":
      takeBackslash(reading);
      return true;
    case "!":
    case "[":
      takeOpening(reading);
      return true;
    case "]":
      takeClosing(reading);
      return true;
    default:
      return false;
  }
}

function isUnseen(character: string): boolean {
  return character !== "\n" && character !== "\t" && visible(character) === "";
}
