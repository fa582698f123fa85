/** The grammar of commands: parses one line of text into a command. */

import { levenshtein } from "#core/values/levenshtein.ts";
import { knownCommandOf } from "./known-command.ts";
import {
  type CommandWord,
  isCommandWord,
  type KnownCommand,
  type MalformedCommand,
  nearestCommandWord,
} from "./slash-commands.ts";

/** A parsed command. */
export type SlashCommand =
  | KnownCommand
  /** `/loop` alone: a run shall begin. */
  | { readonly kind: "start" }
  /** `/loop` with an unknown word: at most 30 characters of it, and the known word that is nearest. */
  | { readonly kind: "unknown"; readonly word: string; readonly nearest: CommandWord }
  | MalformedCommand;

/** A command, and whether it stands behind the bot's name, so that it cannot be meant for another bot. */
export interface ParsedSlash {
  readonly command: SlashCommand;
  readonly named: boolean;
}

const WORD_CHARACTERS = 30;
const HIDDEN = "The command holds characters that cannot be seen; type it by hand.";

/**
 * Parses the first line of a comment, as core/commands/first-line gives it, and for commands that take a text what
 * stands `below` it. Null where it is no command for the bot: prose, a path, another bot's command.
 */
export function parseSlash(line: string, below = ""): ParsedSlash | null {
  if (!line.includes("/")) return null;
  const slash = parse(line, below);
  if (slash !== null) return slash;
  const shown = parse(asSeen(line), below);
  const word = shown === null ? undefined : wordOf(shown.command.kind);
  if (shown === null || word === undefined || !isCommandWord(word)) return shown;
  return { ...shown, command: { kind: "malformed", word, problem: HIDDEN } };
}

/** The word that a command is called by where nothing more of it counts: a change is an approval with numbers. */
function wordOf(kind: SlashCommand["kind"]): string {
  if (kind === "change") return "approve";
  return kind === "start" ? "help" : kind;
}

/** The line as a reader sees it: without invisible characters, and every kind of space as a space. */
function asSeen(line: string): string {
  return line
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .trim();
}

function parse(line: string, below: string): ParsedSlash | null {
  const [word, rest] = cut(line);
  if (word.toLowerCase() === "/loop") return { command: named(rest, below), named: true };
  const bare = word.slice(1).toLowerCase();
  return word.startsWith("/") && isCommandWord(bare)
    ? { command: knownCommandOf(bare, rest, below), named: false }
    : null;
}

function named(text: string, below: string): SlashCommand {
  const [first, rest] = cut(text);
  const word = asSeen(first).slice(0, WORD_CHARACTERS).toLowerCase();
  if (word === "") return { kind: "start" };
  if (first.toLowerCase() === word && isCommandWord(word)) return knownCommandOf(word, rest, below);
  return { kind: "unknown", word, nearest: nearestCommandWord(word, levenshtein) };
}

/** The first word, and what follows the spaces and tabs behind it. */
function cut(text: string): readonly [string, string] {
  const end = text.search(/[ \t]/);
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).replace(/^[ \t]+/, "")];
}
