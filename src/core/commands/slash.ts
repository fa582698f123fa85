/** The grammar of commands: one line of text to what it asks for (architecture 4, CMD-11 to CMD-16, CMD-28). */
import { distance } from "./distance.ts";
import { type Command, commandOf, isWord, type Malformed, nearest, type Word } from "./slash-words.ts";

/** What a command says. */
export type SlashCommand =
  | Command
  /** `/loop` with a word that we do not know: at most 30 characters of it, and the known word that is nearest. */
  | { readonly kind: "unknown"; readonly word: string; readonly nearest: Word }
  | Malformed;

/** A command and whether it was written behind our name, so that it cannot be meant for another bot. */
export interface Slash {
  readonly command: SlashCommand;
  readonly named: boolean;
}

const WORD_CHARACTERS = 30;
const HIDDEN = "The command holds characters that cannot be seen; type it by hand.";

/**
 * Reads the first line of a comment, as core/commands/scan gives it, and for words that take a text what stands `below` it. Null where it is no
 * command of ours: prose, a path, another bot's word.
 */
export function slashOf(line: string, below = ""): Slash | null {
  if (!line.includes("/")) return null;
  const slash = parse(line, below);
  if (slash !== null) return slash;
  const shown = parse(asSeen(line), below);
  const word = shown?.command.kind === "change" ? "approve" : shown?.command.kind;
  if (shown === null || word === undefined || !isWord(word)) return shown;
  return { ...shown, command: { kind: "malformed", word, problem: HIDDEN } };
}

/** The line as a reader sees it: without invisible characters, and every kind of space as a space (CMD-14). */
function asSeen(line: string): string {
  return line
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .trim();
}

function parse(line: string, below: string): Slash | null {
  const [word, rest] = cut(line);
  if (word.toLowerCase() === "/loop") return { command: named(rest, below), named: true };
  const bare = word.slice(1).toLowerCase();
  return word.startsWith("/") && isWord(bare) ? { command: commandOf(bare, rest, below), named: false } : null;
}

function named(text: string, below: string): SlashCommand {
  const [first, rest] = cut(text);
  const word = asSeen(first).slice(0, WORD_CHARACTERS).toLowerCase();
  if (word === "") return { kind: "help" };
  if (first.toLowerCase() === word && isWord(word)) return commandOf(word, rest, below);
  return { kind: "unknown", word, nearest: nearest(word, distance) };
}

/** The first word, and what follows the spaces and tabs behind it. */
function cut(text: string): readonly [string, string] {
  const end = text.search(/[ \t]/);
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).replace(/^[ \t]+/, "")];
}
