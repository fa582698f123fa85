/** Reads the command line with commander: which command, its words and options, or the help that was asked for. */
import { Command, CommanderError, Option } from "commander";
import { Misuse } from "./exit.ts";
import { ABOUT, ENVIRONMENT } from "./help.ts";
import { type NamedUsage, USAGES } from "./usage.ts";

/** The arguments of a command. Both functions throw for an option that `usage.yaml` does not give it. */
export interface Arguments {
  readonly words: readonly string[];
  /** The value of an option; undefined when it was not given. */
  readonly value: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
}

/** A command with its arguments; or a text to show: help. */
export type CommandLine =
  | { readonly kind: "command"; readonly name: string; readonly args: Arguments }
  | { readonly kind: "help"; readonly text: string };

/**
 * Reads what follows the program's name. `width`: columns of the help. Throws `Misuse` for an unknown command or option
 * (and says which may have been meant), a missing value, an option given twice (each setting has one source), more
 * words than the command takes, and options that exclude each other.
 */
export function readCommandLine(given: readonly string[], width: number): CommandLine {
  const shown: string[] = [];
  const found: CommandLine[] = [];
  const program = new Command("loopwright")
    .description(ABOUT)
    .option("-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void shown.push(text),
      writeErr: () => {}, // what is wrong is thrown, and told once
      getOutHelpWidth: () => width,
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText("after", `\n${ENVIRONMENT}`);
  for (const usage of USAGES)
    addCommand(program, usage, (args) => found.push({ kind: "command", name: usage.name, args }));
  if (given.length === 0) return { kind: "help", text: program.helpInformation() };
  try {
    program.parse([...given], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw misuseOf(error, given);
  }
  return found[0] ?? { kind: "help", text: shown.join("").trimEnd() };
}

/** Commander's words in a line of ours, and where help is. */
function misuseOf({ message }: CommanderError, [name = ""]: readonly string[]): Misuse {
  const words = message
    .replace(/^error: /, "")
    .replace(/\n/g, " ")
    .replace(/[.]$/, "");
  const known = USAGES.some((usage) => usage.name === name) ? ` ${name}` : "";
  return new Misuse(`${words}. See loopwright${known} --help.`);
}

function addCommand(program: Command, usage: NamedUsage, found: (args: Arguments) => void): void {
  const { name, group, says, words, options, excludes, examples } = usage;
  const command = program.command(`${name} ${words}`.trim()).description(says).helpGroup(`${group}:`);
  const taken = Object.entries(options).map(([flags, text]) => new Option(flags, text));
  const called = (long: string): Option => {
    const option = taken.find((one) => one.name() === long);
    if (option === undefined) throw new Error(`bug: ${name} takes no option --${long}`);
    return option;
  };
  for (const [one, other] of excludes) called(one).conflicts(called(other).attributeName());
  for (const option of taken) addOnce(command, option);
  command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`);
  command.action(() => {
    const given = (long: string): unknown => command.getOptionValue(called(long).attributeName());
    found({
      words: command.args,
      value: (long) => asText(given(long)),
      has: (long) => given(long) === true,
    });
  });
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Commander takes the last of several; here that is a mistake. */
function addOnce(command: Command, option: Option): void {
  let isGiven = false;
  command.addOption(option).on(`option:${option.name()}`, () => {
    if (isGiven) throw new Misuse(`--${option.name()} is given twice`);
    isGiven = true;
  });
}
