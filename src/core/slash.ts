/** The grammar of commands: one line of text to what it asks for (architecture 4, CMD-11 to CMD-16, CMD-28). */

const WORDS = ["approve", "stop", "status", "help", "resume", "forget"] as const;
/** The words that are commands, bare (`/stop`) or behind our name (`/loop stop`). */
export type Word = (typeof WORDS)[number];

/** What a command says. `digest`: 12 to 64 hexadecimal digits in lower case, null where none was given. `note`: at most 500 characters, may be empty. */
export type SlashCommand =
  | { readonly kind: "approve"; readonly digest: string | null }
  | { readonly kind: "stop"; readonly note: string }
  | { readonly kind: "status" }
  | { readonly kind: "help" }
  | { readonly kind: "resume" }
  /** `id` of a memory, as a plan shows it. */
  | { readonly kind: "forget"; readonly id: string }
  /** `/loop` with a word that we do not know: at most 30 characters of it, and the known word that is nearest. */
  | { readonly kind: "unknown"; readonly word: string; readonly nearest: Word }
  /** A known word with what must not follow it; `problem` is a sentence for the person who wrote it. */
  | { readonly kind: "malformed"; readonly word: Word; readonly problem: string };

/** A command and whether it was written behind our name, so that it cannot be meant for another bot. */
export interface Slash {
  readonly command: SlashCommand;
  readonly named: boolean;
}

const NOTE_CHARACTERS = 500;
const WORD_CHARACTERS = 30;
const HIDDEN = "The command holds characters that cannot be seen; type it by hand.";

/** Reads the first line of a comment, as core/scan gives it. Null where it is no command of ours: prose, a path, another bot's word. */
export function slashOf(line: string): Slash | null {
  const slash = parse(line);
  if (slash !== null) return slash;
  const shown = parse(asSeen(line));
  if (shown === null || !isWord(shown.command.kind)) return shown;
  return { ...shown, command: { kind: "malformed", word: shown.command.kind, problem: HIDDEN } };
}

/** The line as a reader sees it: without invisible characters, and every kind of space as a space (CMD-14). */
function asSeen(line: string): string {
  return line
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .trim();
}

function parse(line: string): Slash | null {
  const [word, rest] = cut(line);
  if (word.toLowerCase() === "/loop") return { command: named(rest), named: true };
  const bare = word.slice(1).toLowerCase();
  return word.startsWith("/") && isWord(bare) ? { command: commandOf(bare, rest), named: false } : null;
}

function named(text: string): SlashCommand {
  const [first, rest] = cut(text);
  const word = asSeen(first).slice(0, WORD_CHARACTERS).toLowerCase();
  if (word === "") return { kind: "help" };
  return first.toLowerCase() === word && isWord(word) ? commandOf(word, rest) : { kind: "unknown", word, nearest: nearest(word) };
}

function commandOf(word: Word, rest: string): SlashCommand {
  if (word === "stop") return { kind: "stop", note: shorten(rest) };
  if (word === "approve") return approveOf(rest);
  if (word === "forget") return forgetOf(rest);
  return rest === "" ? { kind: word } : { kind: "malformed", word, problem: `/${word} takes no arguments.` };
}

function approveOf(rest: string): SlashCommand {
  if (rest === "") return { kind: "approve", digest: null };
  if (/^[0-9a-f]{12,64}$/i.test(rest)) return { kind: "approve", digest: rest.toLowerCase() };
  return {
    kind: "malformed",
    word: "approve",
    problem: "What follows /approve must be the plan's digest: 12 to 64 hexadecimal digits, and nothing else.",
  };
}

function forgetOf(rest: string): SlashCommand {
  const id = rest.toLowerCase();
  if (/^m-[0-9a-f]{10}$/.test(id)) return { kind: "forget", id };
  const problem = "What follows /forget must be the id of a memory, as a plan shows it: m- and ten hexadecimal digits.";
  return { kind: "malformed", word: "forget", problem };
}

/** The first word, and what follows the spaces and tabs behind it. */
function cut(text: string): readonly [string, string] {
  const end = text.search(/[ \t]/);
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).replace(/^[ \t]+/, "")];
}

/** Cut by UTF-16 units, which is how the journal counts, and never within a character. */
function shorten(note: string): string {
  return note.slice(0, NOTE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}

function isWord(text: string): text is Word {
  return WORDS.some((word) => word === text);
}

function nearest(text: string): Word {
  return WORDS.reduce((best, word) => (distance(text, word) < distance(text, best) ? word : best));
}

/** How many letters must be put in, taken out or exchanged to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  let last = b.length;
  for (const [i, letter] of [...a].entries()) {
    let diagonal = i;
    last = i + 1;
    const next = [last];
    for (const [j, above] of row.slice(1).entries()) {
      last = Math.min(above + 1, last + 1, diagonal + (letter === b[j] ? 0 : 1));
      diagonal = above;
      next.push(last);
    }
    row = next;
  }
  return last;
}
