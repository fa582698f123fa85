/** Takes out of a stranger's text what a reader of the rendered page would not see, and says what it was (INJ-01 to INJ-12). */
import { takeBackslash, takeFence, takeTicks } from "./code-places.ts";
import { type Find, type Finds, findsIn } from "./finds.ts";
import { withoutExtraCells } from "./hidden-cells.ts";
import { takeAngle, takeEntity } from "./hidden-html.ts";
import { takeClosing, takeDefinition, takeOpening } from "./hidden-links.ts";
import { copyUntil, matchEnd, matchHere, openReading, type Reading } from "./reading.ts";
import { withoutUnseen } from "./unseen.ts";

/** Cleaned text; what was taken out of it, and what stayed but is easily overlooked. */
export interface Cleaned {
  readonly text: string;
  readonly hidden: readonly Find[];
  readonly shown: readonly Find[];
}

/**
 * Text without control, invisible and bidirectional characters and terminal sequences; line ends are `\n`. For text that is shown
 * as it is written, such as code and output: there a comment is seen by every reader. Linear time, idempotent. INJ-05 to INJ-08, INJ-12.
 */
export function visible(text: string): string {
  return withoutUnseen(text, new Map());
}

/** Readings at most: what one takes out can show something that was taken for plain before. No honest text needs a third. */
const ROUNDS = 4;

/**
 * Takes out what `visible` takes out, and what GitHub's Markdown does not show: comments and instructions, attributes, hidden elements,
 * titles of links, descriptions of pictures, definitions, formulas in white. For text that GitHub renders: issues, comments, README
 * files. Code stays as it is written; where it cannot be told for sure, it counts as no code. Linear time, idempotent.
 */
export function clean(text: string): Cleaned {
  const taken: Finds = new Map();
  let rest = withoutUnseen(text, taken);
  for (let round = 0; round < ROUNDS; round += 1) {
    const shown: Finds = new Map();
    const left = withoutUnseen(read(openReading(withoutExtraCells(rest, taken), taken, shown)), taken);
    if (left === rest) return { text: rest, hidden: findsIn(taken), shown: findsIn(shown) };
    rest = left;
  }
  // Made to be read anew without end: its signs are shown as letters.
  const plain = rest.replace(/[<>[\]`&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return { text: plain, hidden: findsIn(taken), shown: [] };
}

const PLAIN = /[^<`&\\![\]\n]+/y;

function read(reading: Reading): string {
  const { text, out } = reading;
  while (reading.at < text.length) {
    if (reading.at === 0 || text[reading.at - 1] === "\n") beginLine(reading);
    if (!takeSign(reading)) copyUntil(reading, matchEnd(reading, PLAIN));
  }
  return out.join("");
}

/** Takes over what a line begins with, where that decides how it is read. */
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

/** A line that begins with a `<` may be HTML, up to a blank line; a comment alone ends with its line. */
function lookForHtml(reading: Reading): void {
  const [start] = matchHere(reading, /[ \t>*+\-\d.)]*</y) ?? [];
  reading.opens = start === undefined ? -1 : reading.at + start.length - 1;
  if (start !== undefined && reading.html === "no") reading.html = reading.text.startsWith("<!--", reading.opens) ? "line" : "block";
}

/** Takes what a sign begins. False where none stands. */
function takeSign(reading: Reading): boolean {
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
