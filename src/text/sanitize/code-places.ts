/**
 * Finds code in Markdown, which every reader sees as it is written. Only certain code counts: elsewhere too much is
 * taken out, never too little.
 */
import { noteFind } from "./finds.ts";
import { copyUntil, lineEnd, matchEnd, matchHere, type Reading } from "./reading.ts";

/** Matches a fence anywhere it may stand. No page shows what follows the first word, the language. */
const OPENING = /([ \t>*+\-\d.)]*)(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*[\w+#.-]{0,30}/y;
/** GitHub draws these as a diagram or a formula, not as text. */
const DRAWN = /^(?:math|mermaid|geojson|topojson|stl)\b/i;

/**
 * Copies what a fence begins here: its block, where that ends for certain; else its line without the words that no
 * reader sees.
 */
export function takeFence(reading: Reading): void {
  if (reading.doubt !== null) watchDoubt(reading);
  const [opening, before = "", fence = ""] = matchHere(reading, OPENING) ?? [];
  if (opening === undefined) return;
  const language = opening.slice(before.length + fence.length).trim();
  copyUntil(reading, reading.at + opening.length);
  takeWords(reading, reading.html === "no" && before.trim() === "");
  if (reading.doubt !== null || DRAWN.test(language)) return;
  // In a list or a quote the fence ends with them too, and only a whole parser knows where that is.
  const isSure = before === "" && reading.html === "no";
  if (isSure) copyBlock(reading, fence);
  else reading.doubt = { fence, before: before.replace(/[^>]/g, " "), inHtml: reading.html !== "no" };
}

/** Where it is not sure that a fence begins, the words behind it may begin a comment of their own. */
function takeWords(reading: Reading, isSure: boolean): void {
  const [words = ""] = matchHere(reading, /[^\n]+/y) ?? [];
  if (words.trim() !== "") noteFind(reading.taken, "fence comment", words.trim());
  reading.at = !isSure && words.includes("<") ? reading.text.length : reading.at + words.length;
}

function closingOf(fence: string, indent: string, flags: string): RegExp {
  return new RegExp(`^${indent}\\${fence[0]}{${fence.length},}[ \\t]*$`, flags);
}

function copyBlock(reading: Reading, fence: string): void {
  const closing = closingOf(fence, " {0,3}", "gm");
  closing.lastIndex = reading.at;
  copyUntil(reading, closing.exec(reading.text) === null ? reading.text.length : closing.lastIndex);
}

/**
 * Ends the doubt about a fence in a list or a quote where all parsers agree; where they do not, nothing counts as code
 * any more.
 */
function watchDoubt(reading: Reading): void {
  const { doubt, text, at } = reading;
  if (doubt === null || doubt === "lost") return;
  const line = text.slice(at, lineEnd(reading));
  if (closingOf(doubt.fence, doubt.before, "").test(line)) {
    copyUntil(reading, at + line.length);
    reading.doubt = null;
  } else if (line.trim() !== "" && !line.startsWith(doubt.before)) reading.doubt = "lost";
}

/** Reads a run of backticks: copies the code that it begins on this line, else the run alone. */
export function takeTicks(reading: Reading): void {
  const { text, at } = reading;
  const from = matchEnd(reading, /`+/y);
  const isPlain = reading.html === "no" && !reading.loose && reading.doubt === null && text[at - 1] !== "$";
  const to = isPlain ? partner(reading, from, from - at) : null;
  // A cell of a table ends at a bar, and its code with it.
  if (to === null || text.slice(from, to).includes("|")) {
    reading.loose = true;
    copyUntil(reading, from);
  } else copyUntil(reading, to);
}

const RUNS = /`+/g;

/** The end of the next run of this length on the line. */
function partner(reading: Reading, from: number, length: number): number | null {
  const last = lineEnd(reading);
  RUNS.lastIndex = from;
  for (let run = RUNS.exec(reading.text); run !== null && run.index < last; run = RUNS.exec(reading.text))
    if (run[0].length === length) return run.index + length;
  return null;
}

/** Colours that are seen on white and on black; in any other, a word may not be. */
const SEEN = "red|green|blue|orange|purple|magenta|cyan|brown|gray|grey|teal|violet|olive|lime|pink|black";
/** What a formula does not draw: other colours, what only takes room, definitions, names, tips and conditions. */
const UNDRAWN = new RegExp(
  [
    String.raw`\\(?:text|f|page)?color(?:box)?(?![a-z])(?!\s{0,9}\{\s{0,9}(?:${SEEN})\s{0,9}\})`,
    String.raw`\\(?:[hv]?phantom|[egx]?def|let|(?:re)?newcommand|providecommand|(?:re)?newenvironment|newif)(?![a-z])`,
    String.raw`\\(?:DeclareMathOperator|label|href|class|cssId|style|data|(?:text|math)tip|toggle|iffalse)(?![a-z])`,
    String.raw`\\begin\s{0,9}\{comment\}`,
  ].join("|"),
  "iy",
);
/** Letters that are drawn so small that they are overlooked. */
const TINY = /\\(?:tiny|scriptsize|scriptscriptstyle)(?![a-z])/y;

/** Reads a backslash: copies the character that it escapes, or takes out what a formula does not draw, to its end. */
export function takeBackslash(reading: Reading): void {
  const { text, at } = reading;
  if (reading.hasFormulas && matchHere(reading, TINY) !== null)
    noteFind(reading.shown, "tiny text", text.slice(at, at + 80));
  if (reading.hasFormulas && matchHere(reading, UNDRAWN) !== null) {
    const [formula = ""] = matchHere(reading, /[^$\n]+/y) ?? [];
    noteFind(reading.taken, "invisible formula", formula);
    reading.at += formula.length;
  } else copyUntil(reading, reading.html === "no" && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "") ? at + 2 : at + 1);
}
