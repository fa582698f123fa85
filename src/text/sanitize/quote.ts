/** Strangers' text, made safe for where it is put: a prompt, a comment, a line of plain text. */
import { trimEndCharacters } from "#core/values/trim-end.ts";
import { clean, visible } from "./clean.ts";

function attribute(text: string): string {
  return visible(text)
    .replace(/\s+/g, " ")
    .replace(/["<>&]/g, "'");
}

function fenced(label: string, author: string, text: string): string {
  // The run of blanks and slashes is one class, so that a hostile run of them is read once.
  const defused = text.replace(/<(?=[\s/]*data)/gi, "&lt;");
  return `<data label="${attribute(label)}" author="${attribute(author)}">\n${defused}\n</data>`;
}

/**
 * A stranger's prose as data in a prompt: it cannot close its fence, and holds nothing that a reader of the rendered page would not
 * see. `author` is a login or a role (INJ-13, architecture 6).
 */
export function fence(label: string, author: string, text: string): string {
  return fenced(label, author, clean(text).text);
}

/** The same for code, patches and output, which are read as they are written: HTML comments stay. */
export function fenceSource(label: string, author: string, text: string): string {
  return fenced(label, author, visible(text));
}

/** Characters that mean something in Markdown or HTML. As entities they never do, not even in a table (CommonMark 6.2). */
const MARKUP = /[&<>|`*_~[\]\\$]/g;

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Nothing is drawn, but what stands before and after it are two texts: no mention, no reference, no link. */
const BREAK = "<!-- -->";

/** At the beginning of a line these are orders to bots of others: `/approve`, `bors r+` (OUT-06). */
const ORDER = /^(?:\/(?=[a-z])|(?=(?:bors|homu|rultor|r\?|[a-z][\w-]{0,30}bot)\s)[a-z])/i;

function literal(line: string): string {
  return line
    .replace(MARKUP, entity)
    .replace(/^[#+=-]|^\d{1,9}(?=[.)])/, (start) => (/\d/.test(start) ? `${start}${BREAK}` : entity(start)))
    .replace(/@(?=\w)|#(?=\d)(?<!&#)|:(?=\/\/)|\bGH(?=-\d)|\bwww(?=\.)/gi, (word) => `${word}${BREAK}`);
}

/** The beginning of what GitHub takes for a commit's name. */
const COMMIT = /\b(?<!&#)(?=[0-9a-f]{7,40}\b)(?=[a-f]*\d)[0-9a-f]{3}/g;

/** One line: every run of blanks is a space. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A stranger's text as one line of a Markdown sentence or table cell. It renders as it reads: no markup, no mention, no reference to
 * an issue (so `fixes #1` closes nothing) or a commit, no link or picture, no order to a bot; an HTML comment is shown, so that nothing is
 * approved unseen. OUT-05 to OUT-08.
 */
export function inline(text: string): string {
  return literal(oneLine(visible(text)))
    .replace(ORDER, entity)
    .replace(COMMIT, `$&${BREAK}`);
}

/** A command, path or id as code within a sentence or table cell; HTML, because backticks cannot hold a pipe in a table. */
export function code(text: string): string {
  return `<code>${literal(oneLine(visible(text)))}</code>`;
}

/** A stranger's text as a label of a diagram: letters, digits and harmless signs; no quotation mark ends it, no markup is drawn. */
export function diagramLabel(text: string): string {
  return oneLine(visible(text).replace(/[^\p{L}\p{N} .,:()/_-]/gu, " "));
}

/** Output or code as a block whose fence is longer than any run of backticks in it (OUT-08). */
export function codeBlock(text: string): string {
  const seen = trimEndCharacters(visible(text), "\n");
  const longest = (seen.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}text\n${seen}\n${ticks}`;
}

/**
 * A stranger's text as one line without any markup: a terminal, a title, the subject of a commit. Mentions, references and what
 * steers a CI service are pulled apart (OUT-06, OUT-07, OUT-26).
 */
export function plainLine(text: string): string {
  return oneLine(visible(text))
    .replace(/@(?=\w)|#(?=\d)/g, "$& ")
    .replace(/\bGH-(?=\d)/gi, "GH ")
    .replace(/\[(?=[^\]]{0,20}\b(?:ci|actions)\b)|\*{3}(?=NO_CI)/gi, "(")
    .replace(/\b(release-as|breaking[ -]change|skip-checks)(?=:)/gi, "$1 ");
}
