/** Reads which program a simple command starts, with what, and which code it hands over in its words. */
import { baseNameOf } from "./named-files.ts";

/** A program of the repository, or a function of a shell library, and its words. `isDenied`: it must not succeed. */
export interface ProgramCall {
  readonly name: string;
  readonly given: readonly string[];
  readonly isDenied: boolean;
}

/** Code that a command hands over. `isShown`: the interpreter prints its value. */
export interface GivenCode {
  readonly text: string;
  readonly isShown: boolean;
}

const INTERPRETERS = new Set("node nodejs tsx ts-node bun deno python python3 sh bash dash ruby perl php".split(" "));

/** Words that stand before a command and change nothing of what it is. */
const BEFORE = /^(?:!|if|then|else|while|until|do|time|env|exec|command|eval|npx|run|&&|\{|[A-Za-z_]\w*=.*)$/s;
const CODE_FLAGS = /^(?:-\w*[cepr]|--eval|--print)$/;

interface Started {
  readonly words: readonly string[];
  readonly isDenied: boolean;
}

function started(words: readonly string[]): Started {
  const first = words.findIndex((word) => !BEFORE.test(word));
  const rest = first === -1 ? [] : words.slice(first);
  const isTimed = rest[0] === "timeout";
  const before = words.slice(0, Math.max(0, first));
  return { words: isTimed ? rest.slice(2) : rest, isDenied: before.includes("!") };
}

/** The code that a command hands over to an interpreter. Pure. */
export function givenCodes(words: readonly string[], documents: readonly string[]): readonly GivenCode[] {
  const { words: own } = started(words);
  if (!INTERPRETERS.has(baseNameOf(own[0] ?? ""))) return [];
  const codes = own.flatMap((word, index) => {
    const flag = own[index - 1] ?? "";
    return index > 1 && CODE_FLAGS.test(flag) ? [{ text: word, isShown: /^-\w*p$|^--print$/.test(flag) }] : [];
  });
  return [...codes, ...documents.map((text) => ({ text, isShown: false }))];
}

/** The program that a command starts; null for an interpreter that is handed code, or tests. Pure. */
export function programCall(words: readonly string[]): ProgramCall | null {
  const { words: own, isDenied } = started(words);
  const [first = "", ...rest] = own;
  if (first === "") return null;
  if (!INTERPRETERS.has(baseNameOf(first))) return { name: normal(first), given: rest, isDenied };
  if (rest.includes("-m")) {
    const [module, ...given] = rest.slice(rest.indexOf("-m") + 1);
    const isTests = module === undefined || module === "unittest" || module === "pytest";
    return isTests ? null : { name: `${module.replaceAll(".", "/")}.py`, given, isDenied };
  }
  if (rest.some((word) => CODE_FLAGS.test(word) || word === "--test" || word === "--check")) return null;
  const name = rest.find((word) => !word.startsWith("-") && word !== "run");
  return name === undefined ? null : { name: normal(name), given: rest.slice(rest.indexOf(name) + 1), isDenied };
}

/** True for a word that may be a function of a shell library, and no program that every system has. */
export function isFunctionName(name: string): boolean {
  return /^[a-z][\w-]*$/i.test(name) && !SYSTEM.has(name);
}

const SYSTEM = new Set(
  (
    "echo printf test cd cat cut head tail sort uniq wc tr sed awk grep find ls rm mkdir cp mv touch true false exit " +
    "set export source local return diff cmp read git npm npx make cargo go pip pytest fi done esac trap sleep kill " +
    "shift xargs tee env"
  ).split(" "),
);

const normal = (word: string): string => word.replace(/^\.\//, "");
