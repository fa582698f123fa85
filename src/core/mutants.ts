/** Faults to plant in the changed lines of a work: whether its checks find them says how strong the checks are (RH-18). */
import * as z from "zod";
import { bareCode } from "./code-lines.ts";
import { matches } from "./glob.ts";

/** One fault: what a line was (`line` counts from 1) and what it becomes. */
export const Mutant = z.strictObject({
  path: z.string().max(4000),
  line: z.int().positive(),
  was: z.string().max(300),
  now: z.string().max(300),
});
export type Mutant = z.infer<typeof Mutant>;

/** How many faults were planted, how many the checks found, and which they did not. */
export const Strength = z.strictObject({
  planted: z.int().positive(),
  found: z.int().nonnegative(),
  survived: z.array(Mutant).max(50),
});
export type Strength = z.infer<typeof Strength>;

/** Each turns one part of a line into another of which a check should think differently. They are held against code, not against comments. */
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
  [/(?<=[(,=[]\s?)(["'])[^"'\\]+\1(?=\s?[),;\]])/, "$1$1"],
];

/** Languages that the operators are made for; all else is data or text. */
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kts?|cs|php|swift|scala|c|cc|cpp|h|hpp|sh|bash|lua|pl)$/i;

const LONGEST = 300;

/** The faults for a unified diff, at most `most`, spread evenly over it; none in files of tests. The same diff gives the same faults. */
export function mutantsOf(patch: string, tests: readonly string[], most: number): readonly Mutant[] {
  const all = addedLines(patch)
    .filter(({ path, text }) => SOURCE.test(path) && !matches(tests, path) && text.length <= LONGEST)
    .flatMap(({ path, line, text }) => faultsOf(path, text).map((now): Mutant => ({ path, line, was: text, now })));
  const step = Math.max(1, all.length / Math.max(1, most));
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most);
}

function faultsOf(path: string, text: string): readonly string[] {
  const code = bareCode(path, text);
  if (/^\s*(?:import|from|use|using|#include|package)\b/.test(code)) return [];
  const faults = OPERATORS.filter(([was]) => was.test(code) || (was.source.includes("[\"']") && was.test(text))).map(([was, now]) =>
    text.replace(was, now),
  );
  return [...new Set(faults)].filter((fault) => fault !== text);
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
