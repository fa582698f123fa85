/** Makes untrusted text safe for where it is put: a prompt, a comment, a line of plain text. */
import { trimEndCharacters } from "#core/values/trim-end.ts";
import { REFERENCES } from "#text/format/references.ts";
import { clean, visible } from "./clean.ts";

function attribute(text: string): string {
  return visible(text)
    .replace(/\s+/g, " ")
    .replace(/["<>&]/g, "'");
}

function fenced(label: string, author: string, text: string): string {
  // Blanks and slashes are one class, so that a hostile run of them is read once.
  const defused = text.replace(/<(?=[\s/]*data)/gi, "&lt;");
  return `<data label="${attribute(label)}" author="${attribute(author)}">\n${defused}\n</data>`;
}

/**
 * Puts untrusted prose into a prompt as data: it cannot close its fence, and holds nothing that a reader of the
 * rendered page would not see. `author` is a login or a role.
 */
export function fence(label: string, author: string, text: string): string {
  return fenced(label, author, clean(text).text);
}

/** The same for code, patches and output, which readers see as they are written: HTML comments stay. */
export function fenceSource(label: string, author: string, text: string): string {
  return fenced(label, author, visible(text));
}

/**
 * The characters of Markdown and HTML markup. As entities they are plain text even in a table
 * (https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references).
 */
const MARKUP = /[&<>|`*_~[\]\\$]/g;

/** In hexadecimal: `&#95` would be a reference where Markdown is not read. */
function entity(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16)};`;
}

const ENTITIES = new Map([..."&<>|`*_~[]\\$"].map((mark) => [mark, entity(mark)]));

/** An invisible separator: GitHub sees no mention, reference or link across it. */
const BREAK = "<!-- -->";

/** Commands to other bots at the beginning of a line: `/approve`, `bors r+`. */
const ORDER = /^(?:\/(?=[a-z])|(?=(?:bors|homu|rultor|r\?|[a-z][\w-]{0,30}bot)\s)[a-z])/i;

/** Holds the place of a break while markup is escaped: no visible text has it. */
const PLACE = "\u0000";
function literal(line: string): string {
  return line
    .replace(REFERENCES, `$&${PLACE}`)
    .replace(MARKUP, (mark) => ENTITIES.get(mark) ?? mark)
    .replaceAll(PLACE, BREAK)
    .replace(/^[#+=-]|^\d{1,9}(?=[.)])/, (start) => (/\d/.test(start) ? `${start}${BREAK}` : entity(start)));
}

/** The beginning of what GitHub takes for a commit's SHA. */
const COMMIT = /\b(?<!&#)(?=[0-9a-f]{7,40}\b)(?=[a-f]*\d)[0-9a-f]{3}/g;

/** Makes one line: every run of blanks becomes a space. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Writes untrusted text as one line of a Markdown sentence or table cell. It renders as it reads: no markup, no
 * mention, no reference to an issue (so `fixes #1` closes nothing) or a commit, no link or image, no command to a bot;
 * an HTML comment is shown, so that the approver sees it.
 */
export function inline(text: string): string {
  return literal(oneLine(visible(text)))
    .replace(ORDER, entity)
    .replace(COMMIT, `$&${BREAK}`);
}

/**
 * Writes a command, path or id as code within a sentence or table cell; as HTML, because backticks cannot hold a pipe
 * in a table.
 */
export function code(text: string): string {
  return `<code>${literal(oneLine(visible(text)))}</code>`;
}

/**
 * Writes untrusted text as a label of a diagram: letters, digits and harmless characters only, so that it can neither
 * end the label nor add markup.
 */
export function diagramLabel(text: string): string {
  return oneLine(visible(text).replace(/[^\p{L}\p{N} .,:()/_-]/gu, " "));
}

/** Writes output or code as a block whose fence is longer than any run of backticks in it. */
export function codeBlock(text: string): string {
  const seen = trimEndCharacters(visible(text), "\n");
  const longest = (seen.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}text\n${seen}\n${ticks}`;
}

/** Writes untrusted text as one line without any markup, for a terminal or a log. */
export function plainLine(text: string): string {
  return oneLine(visible(text));
}

/**
 * Writes untrusted text as one line of what GitHub and services around it read when it is pushed or merged: a title, a
 * line of a commit's message. No mention, no reference and no address is left, so that it closes no issue, no
 * character by its name (`&num;`), and no directive to CI services (`[skip ci]`) or to releases.
 */
export function titleLine(text: string): string {
  return plainLine(text)
    .replace(REFERENCES, "$& ")
    .replace(/&(?=#?[a-z\d]{1,32};)/gi, "& ")
    .replace(/\[(?=[^\]]{0,20}\b(?:ci|actions)\b)|\*{3}(?=NO_CI)/gi, "(")
    .replace(/\b(release-as|breaking[ -]change|skip-checks)(?=:)/gi, "$1 ");
}
