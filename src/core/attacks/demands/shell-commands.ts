/** Reads a line of shell into its simple commands, as far as it needs no shell to know them. */
import { liftHereDocuments, liftSubstitutions } from "./shell-lifted.ts";

/**
 * A simple command. `output`: the word that stands in other commands for what it prints; null where none takes it up.
 * `into`: the words of the command that its output is piped into. `codes`: texts of here-documents that it is given.
 */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly output: string | null;
  readonly into: readonly string[] | null;
  readonly codes: readonly string[];
}

/** Words of a command, or what stands between two commands. */
const TOKEN = /(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s;&|<>()'"\\])+|&&|\|\||[;&|()\n]|[<>]+&?/g;
const SEPARATOR = /^(?:&&|\|\||[;&|()\n])$/;
const SHELLS = new Set(["sh", "bash", "dash", "zsh"]);

/** Characters of one text that are read, and substitutions within one another that are followed. */
const READ = 20_000;
const DEEPEST = 6;

/** The simple commands of a text, those of substitutions and of `sh -c` among them. Linear. Pure. */
export function shellCommands(text: string): readonly ShellCommand[] {
  const { text: whole, held } = liftHereDocuments(text.slice(0, READ));
  return commandsIn(whole, { output: null, name: "", documents: held });
}

/** `name`: keeps the words that stand for outputs apart; as long as the text lies deep. `documents`: by their words. */
interface Place {
  readonly output: string | null;
  readonly name: string;
  readonly documents: ReadonlyMap<string, string>;
}

function commandsIn(text: string, place: Place): readonly ShellCommand[] {
  const { output, name, documents } = place;
  const inner = liftSubstitutions(text, name);
  const own = flatCommands(inner.text).map(
    ({ words, into }): ShellCommand => ({
      words,
      into,
      output,
      codes: words.flatMap((one) => documents.get(one) ?? []),
    }),
  );
  if (name.length >= DEEPEST) return own;
  const substituted = [...inner.held].flatMap(([word, code], index) =>
    commandsIn(code, { documents, output: word, name: `${name}${letter(index)}` }),
  );
  const nested = own.flatMap(({ words }, index) => {
    const code = shellCodeOf(words);
    return code === null ? [] : commandsIn(code, { ...place, name: `${name}${letter(index + inner.held.size)}` });
  });
  return [...own, ...substituted, ...nested];
}

const letter = (index: number): string => String.fromCodePoint(0xe000 + index);

/** The text that `sh -c` is given; null for another command. */
function shellCodeOf(words: readonly string[]): string | null {
  const at = words.findIndex((word) => SHELLS.has(word));
  const flag = at === -1 ? -1 : words.findIndex((word, index) => index > at && /^-[a-z]*c$/.test(word));
  return flag === -1 ? null : (words[flag + 1] ?? null);
}

/** Commands without substitutions. */
function flatCommands(text: string): readonly Pick<ShellCommand, "words" | "into">[] {
  const parts: { words: string[]; after: string }[] = [{ words: [], after: "" }];
  let isTarget = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const last = parts.at(-1);
    if (SEPARATOR.test(token)) parts.push({ words: [], after: token });
    else if (/^[<>]/.test(token)) isTarget = !token.startsWith("<<") && !token.endsWith("&");
    else if (isTarget) isTarget = false;
    else last?.words.push(unquoted(token));
  }
  return parts
    .map(({ words }, index) => {
      const next = parts[index + 1];
      return { words, into: next?.after === "|" ? next.words : null };
    })
    .filter(({ words }) => words.length > 0);
}

function unquoted(token: string): string {
  return token.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
    if (double !== undefined)
      return double.replace(/\\(["\\$`\n])/g, (_all: string, one: string) => (one === "\n" ? "" : one));
    return single ?? (escaped === "\n" ? "" : escaped);
  });
}
