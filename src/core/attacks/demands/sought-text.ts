/** Reads what a command looks for: the pattern and the files of `grep`, and the output that a command must have. */
import type { ShellCommand } from "./shell-commands.ts";

/** What a search looks for. `isAbsent`: it holds where nothing is found. */
export interface Search {
  readonly text: string;
  readonly places: readonly string[];
  readonly isAbsent: boolean;
}

const SEARCHES = new Set(["grep", "egrep", "fgrep", "rg", "ag"]);

/** Words that may stand right before a search. */
const BEFORE_SEARCH = new Set(["!", "git", "if", "while", "command", "then"]);

/** The search of a command; null for another command. Pure. */
export function searchOf(words: readonly string[]): Search | null {
  const at = words.findIndex((word) => SEARCHES.has(word));
  const before = words[at - 1];
  if (at === -1 || (before !== undefined && !BEFORE_SEARCH.has(before))) return null;
  const { pattern, places } = argumentsOf(words.slice(at + 1));
  if (pattern === undefined) return null;
  const has = (flag: RegExp): boolean => words.slice(at).some((word) => flag.test(word));
  const isExtended = has(/^(?:egrep|rg|ag|-[a-zA-Z]*[EP][a-zA-Z]*)$/);
  const text = has(/^(?:fgrep|-[a-zA-Z]*F[a-zA-Z]*)$/)
    ? pattern
    : exampleOf(isExtended ? pattern : asExtended(pattern));
  return { text, places, isAbsent: before === "!" || has(/^-[a-zA-Z]*[vL]/) };
}

function argumentsOf(rest: readonly string[]): { readonly pattern?: string; readonly places: readonly string[] } {
  const given = rest.findIndex((word) => word === "-e" || word === "--regexp");
  const isPlain = (word: string, index: number): boolean =>
    !word.startsWith("-") && (given === -1 || index !== given + 1) && !isOptionValue(rest[index - 1]);
  const plain = rest.filter(isPlain);
  const [pattern, places] = given === -1 ? [plain[0], plain.slice(1)] : [rest[given + 1], plain];
  return { ...(pattern !== undefined && { pattern }), places };
}

const isOptionValue = (word: string | undefined): boolean =>
  word !== undefined && /^-(?:[mABC]|-max-count)$/.test(word);

/** A basic pattern as an extended one: there a bracket is a group, here a character, and so with `+`, `?` and `|`. */
function asExtended(pattern: string): string {
  return pattern.replace(/\\?[(){}|+?]/g, (one) => (one.startsWith("\\") ? one.slice(1) : `\\${one}`));
}

/** A text that the usual patterns match: of a choice the first, of what may repeat one. Pure. */
export function exampleOf(pattern: string): string {
  return pattern
    .replace(/(?<!\\)\((?:\?:)?([^()|]*)(?:\|[^()]*)?(?<!\\)\)[?*+]?/g, "$1")
    .replace(/^([^|]*[^|\\])\|.*$/s, "$1")
    .replace(/^\^|(?<!\\)\$$/g, "")
    .replace(/\\[b<>]|\.[*+]\??|\\s\*|\[\[:space:\]\]\*/g, "")
    .replace(/\\s\+?|\[\[:space:\]\]\+?/g, " ")
    .replace(/\\d[+*]?|\[0-9\][+*]?/g, "1")
    .replace(/\\w[+*]?|\[(?:A-Z)?a-z(?:A-Z)?(?:0-9)?_?\][+*]?/g, "a")
    .replace(/(?<!\\)\[([^\]^])[^\]]{0,80}\]/g, "$1")
    .replace(/(?<!\\)[+*?]/g, "")
    .replace(/\\(.)/g, "$1");
}

/** A line that no search is for. */
const ANOTHER = "-";

/** The text that a command must print, as far as the others say; `prints` is the rule's own word. Null: none. Pure. */
export function expectedOutput(
  { into, output }: ShellCommand,
  all: readonly ShellCommand[],
  prints: string | null,
): string | null {
  const piped = into === null ? null : searchOf(into);
  if (piped !== null) return piped.isAbsent ? ANOTHER : piped.text;
  if (into !== null && output === null) return prints;
  return (output === null ? null : comparedWith(output, all)) ?? prints;
}

/** What the word that stands for an output is compared with, or is searched for. */
function comparedWith(held: string, all: readonly ShellCommand[]): string | null {
  const variable = all.flatMap(({ words }) => words).find((word) => /^\w+=/.test(word) && word.endsWith(`=${held}`));
  const name = variable?.slice(0, variable.indexOf("="));
  const names = name === undefined ? [held] : [held, `$${name}`, `\${${name}}`];
  return all.map((command) => wantedOf(command, names)).find((one) => one !== null) ?? null;
}

function wantedOf({ words, into }: ShellCommand, names: readonly string[]): string | null {
  const at = words.findIndex((word) => names.includes(word));
  if (at === -1) return null;
  const isSame = (word: string | undefined): boolean => /^(?:=|==|-eq)$/.test(word ?? "");
  if (isSame(words[at + 1])) return words[at + 2] ?? null;
  if (isSame(words[at - 1])) return words[at - 2] ?? null;
  return (into === null ? null : searchOf(into))?.text ?? null;
}
