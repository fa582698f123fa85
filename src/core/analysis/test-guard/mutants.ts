/**
 * Makes mutants of a work, faults to plant in its changed lines: whether its checks find them says how strong the
 * checks are.
 */
import * as z from "zod";
import { bareCode } from "#core/analysis/source/code-lines.ts";
import { globMatcher } from "#core/values/glob.ts";

/** One fault: the text of a line (`line` counts from 1) before and after it is planted. */
export const Mutant = z.strictObject({
  path: z.string().max(4000),
  line: z.int().positive(),
  was: z.string().max(300),
  now: z.string().max(300),
});
export type Mutant = z.infer<typeof Mutant>;

/** The strength of checks: how many faults were planted, how many the checks found, and which they did not. */
export const CheckStrength = z.strictObject({
  planted: z.int().positive(),
  found: z.int().nonnegative(),
  survived: z.array(Mutant).max(50),
});
export type CheckStrength = z.infer<typeof CheckStrength>;

/** A string with text in it: looked for in the whole line, because `bareCode` empties strings. */
const QUOTED = /(?<=[(,=[]\s?)(["'])[^"'\\]+\1(?=\s?[),;\]])/;

/**
 * Each turns one part of a line into another that a check should notice. They are tested against code without comments.
 */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/===|(?<![!<>=])==(?!=)/, "!="],
  [/!==?/, "=="],
  [/<=/, "<"],
  [/>=/, ">"],
  [/ < /, " <= "],
  [/ > /, " >= "],
  [/&&/, "||"],
  [/\|\|/, "&&"],
  [/ and /, " or "],
  [/ or /, " and "],
  [/ \+ /, " - "],
  [/ - /, " + "],
  [/ \* /, " / "],
  [/\btrue\b/, "false"],
  [/\bfalse\b/, "true"],
  [/\bTrue\b/, "False"],
  [/\bFalse\b/, "True"],
  [/(?<![\w.])0(?![\w.])/, "1"],
  [/(?<![\w.])[1-9]\d*(?![\w.])/, "0"],
  [QUOTED, "$1$1"],
];

/** Most lines hold nothing that an operator turns, and need no closer look. */
const ANY = new RegExp(OPERATORS.map(([{ source }]) => source).join("|"));

/** Languages that the operators are made for; all else is data or text. */
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kts?|cs|php|swift|scala|c|cc|cpp|h|hpp|sh|bash|lua|pl)$/i;

const LONGEST = 300;

/**
 * Makes the faults for a unified diff, at most `most`, spread evenly over it; none in test files. The same diff gives
 * the same faults.
 */
export function mutantsOf(patch: string, tests: readonly string[], most: number): readonly Mutant[] {
  const isTest = globMatcher(tests);
  const all: Mutant[] = [];
  for (const { path, line, text } of addedLines(patch))
    if (ANY.test(text) && text.length <= LONGEST && SOURCE.test(path) && !isTest(path))
      for (const now of faultsOf(path, text)) all.push({ path, line, was: text, now });
  const step = Math.max(1, all.length / Math.max(1, most));
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most);
}

function faultsOf(path: string, text: string): Iterable<string> {
  const code = bareCode(path, text);
  if (/^\s*(?:import|from|use|using|#include|package)\b/.test(code)) return [];
  const faults = new Set<string>();
  for (const [was, now] of OPERATORS) if (was.test(was === QUOTED ? text : code)) faults.add(text.replace(was, now));
  faults.delete(text);
  return faults;
}

interface Added {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The lines that a unified diff adds, with their numbers in the new file. */
function addedLines(patch: string): readonly Added[] {
  const added: Added[] = [];
  let path = "";
  let line = 0;
  for (const row of patch.split("\n")) {
    if (row.startsWith("+++ ")) path = row.slice(4).replace(/^b\//, "");
    else if (row.startsWith("@@ ")) line = Number(/\+(\d+)/.exec(row)?.[1] ?? 0);
    else if (row.startsWith("+")) added.push({ path, line: line++, text: row.slice(1) });
    else if (row.startsWith(" ")) line++;
  }
  return added;
}
