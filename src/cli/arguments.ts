/** Arguments of a command: known flags, and words. */
import { parseArgs } from "node:util";
import { Misuse } from "./exit.ts";

/** A flag takes a value (`string`) or none (`boolean`). */
export type Flags = Readonly<Record<string, "string" | "boolean">>;

export interface Arguments {
  readonly words: readonly string[];
  /** The value of a flag; undefined when it was not given. */
  readonly value: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
}

/** Reads the arguments after the command's name. Throws `Misuse` for an unknown flag or a missing value. */
export function readArguments(args: readonly string[], flags: Flags): Arguments {
  const options = Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const given: Readonly<Record<string, string | boolean | undefined>> = values;
    return {
      words: positionals,
      value: (name) => (typeof given[name] === "string" ? given[name] : undefined),
      has: (name) => given[name] === true,
    };
  } catch (error) {
    throw new Misuse(`${error instanceof Error ? error.message : String(error)}. See loopwright --help.`);
  }
}
