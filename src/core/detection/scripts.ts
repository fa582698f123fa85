/** Takes the scripts of a package.json apart: what tests, what it needs before, and what only looks at the code. */

import { type CommandKind, kindOf } from "./command-kind.ts";
import { chainOf, plainCommand } from "./command-line.ts";

/** The scripts of a package.json by name. */
export type Scripts = Readonly<Record<string, string>>;

/** One command of a script. */
export interface ScriptPart {
  readonly kind: CommandKind;
  readonly run: string;
}

/** How a manager calls a script: `npm run x`, `yarn x`, `pnpm x`. Only one that is there is taken for one. */
const CALL = /^(?:npm|yarn|pnpm|bun)(?: run| run-script)? (?:-s |--silent )?([\w:.-]+)(?: --?.*)?$/;

/** Programs that call several scripts, in turn or side by side. */
const CALLS = /^(?:run-s|run-p|npm-run-all2?) (.*)$/;

/** pnpm calls all scripts that fit a pattern; of patterns one that names a beginning is understood. */
const FITTING = /^pnpm (?:run )?["']?\/\^([\w:.-]+)\/["']?$/;

/** As deep as scripts may call each other. */
const DEEPEST = 8;

/** The commands of a script in their order, those of scripts that it calls in their place. None for no script. */
export function partsOf(scripts: Scripts, name: string, depth = 0): readonly ScriptPart[] {
  if (depth > DEEPEST) return [];
  return [`pre${name}`, name].flatMap((one) =>
    chainOf(scripts[one] ?? "").flatMap((command) => {
      const called = calledBy(scripts, command);
      if (called.length === 0) return [partOf(command)];
      return called.flatMap((script) => partsOf(scripts, script, depth + 1));
    }),
  );
}

/** A manager that runs a program of a package (`yarn jest`) need not be there: the program is. */
function partOf(command: string): ScriptPart {
  const program = command.replace(/^(?:yarn|pnpm)(?: run| exec)? /, "");
  const kind = kindOf(program);
  return { kind, run: kind === "other" ? command : program };
}

/** The scripts that a command calls, of those that there are. */
export function calledBy(scripts: Scripts, command: string): readonly string[] {
  const plain = plainCommand(command);
  const [, single = ""] = CALL.exec(plain) ?? [];
  const name = single === "t" || single === "tst" ? "test" : single;
  if (Object.hasOwn(scripts, name)) return [name];
  const [, beginning = null] = FITTING.exec(command) ?? [];
  if (beginning !== null) return Object.keys(scripts).filter((one) => one.startsWith(beginning));
  const [, several = ""] = CALLS.exec(plain) ?? [];
  return several.split(" ").flatMap((word) => Object.keys(scripts).filter((one) => isMeant(word, one)));
}

/** `lint:*` means each script of one part more, `lint:**` of any. */
function isMeant(word: string, script: string): boolean {
  const start = word.replace(/\*+$/, "");
  if (start === word) return word === script;
  return script.startsWith(start) && (word.endsWith("**") || !script.slice(start.length).includes(":"));
}
