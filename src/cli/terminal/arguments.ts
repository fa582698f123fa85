/** Reads the arguments of a command: known flags, and words. */
import { parseArgs } from "node:util";
import { messageOf } from "#core/values/message-of.ts";
import { Misuse } from "./exit.ts";

/** A flag takes a value (`string`) or none (`boolean`). */
export type Flags = Readonly<Record<string, "string" | "boolean">>;

export interface Arguments {
  readonly words: readonly string[];
  /** The value of a flag; undefined when it was not given. */
  readonly value: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
}

/** The arguments that a command takes: its flags, the most words, and the pairs that exclude each other. */
export interface AcceptedArguments {
  readonly flags: Flags;
  readonly words: number;
  /** Two names of which only one may be given; `word` is any word. */
  readonly either: readonly (readonly [string, string])[];
}

/**
 * Reads the arguments after the command's name. Throws `Misuse` for an unknown flag, a missing value, a flag given
 * twice (each setting has one source), more words than the command takes, and arguments that exclude each other.
 */
export function readArguments(args: readonly string[], { flags, words, either }: AcceptedArguments): Arguments {
  const read = parsed(args, flags);
  const given = (name: string): boolean =>
    name === "word" ? read.words.length > 0 : read.value(name) !== undefined || read.has(name);
  const both = either.find((pair) => pair.every(given));
  if (both !== undefined)
    throw new Misuse(`${both.map(called).join(" and ")} exclude each other: give one of them. See loopwright --help.`);
  if (read.words.length > words)
    throw new Misuse(`${JSON.stringify(read.words[words])} is one word too many. See loopwright --help.`);
  return read;
}

function called(name: string): string {
  return name === "word" ? "a name" : `--${name}`;
}

function parsed(args: readonly string[], flags: Flags): Arguments {
  const options = Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }]));
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Misuse(`--${twice} is given twice`);
    const given: Readonly<Record<string, string | boolean | undefined>> = values;
    return {
      words: positionals,
      value: (name) => (typeof given[name] === "string" ? given[name] : undefined),
      has: (name) => given[name] === true,
    };
  } catch (error) {
    // Node's own message names the flag.
    throw new Misuse(`${messageOf(error)}. See loopwright --help.`);
  }
}
