/** Reads a package.json, and takes its scripts apart: what tests, what it needs before, what only looks at the code. */

import { type CommandKind, kindOf } from "./command-kind.ts";
import { chainOf, plainCommand } from "./command-line.ts";

/** The scripts of a package.json by name. */
export type Scripts = Readonly<Record<string, string>>;

/** What detection reads of a package.json. */
export interface Manifest {
  readonly scripts: Scripts;
  readonly packages: ReadonlySet<string>;
  readonly packageManager: string;
  readonly hasWorkspaces: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

/** The manifest; null where the text is no JSON: the repository's own tools will say so. */
export function manifestOf(text: string): Manifest | null {
  try {
    const json = objectOf(JSON.parse(text));
    const scripts = Object.entries(objectOf(json["scripts"])).flatMap(([name, run]) =>
      // npm writes such a test into every new package, and it is none.
      typeof run === "string" && !run.includes("no test specified") ? [[name, run] as const] : [],
    );
    const needed = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
    return {
      scripts: Object.fromEntries(scripts),
      packages: new Set(needed.flatMap((key) => Object.keys(objectOf(json[key])))),
      packageManager: String(json["packageManager"] ?? ""),
      hasWorkspaces: json["workspaces"] !== undefined,
    };
  } catch {
    return null;
  }
}

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
