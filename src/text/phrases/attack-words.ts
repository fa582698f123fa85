/** Says of wrong patches, one sentence each, who would pass every rule of a plan by doing what. */
import type { PlanAttacks, SlippedAttack } from "#core/plan/plan-attacks.ts";
import { firstFew } from "#text/format/format.ts";

/** Files that are named in a sentence. */
const NAMED = 3;

/** Who does what; continues with "passes every rule". */
function who({ name, paths, line }: SlippedAttack, quoted: (path: string) => string): string {
  const files = firstFew(paths, NAMED, quoted);
  switch (name) {
    case "nothing":
      return "changes nothing at all";
    case "tests_deleted":
      return `deletes ${files}`;
    case "tests_emptied":
      return `empties ${files}`;
    case "texts":
      return `writes only the files and words that the rules look for, in ${files},`;
    case "early_exit":
      return `ends the program with 0 before it does anything, in ${files},`;
    case "special_cases":
      return `writes down the answers to just what the rules try, in ${files},`;
    case "hollow_tests":
      return `writes tests that check nothing, in ${files},`;
    case "hollow_special_cases":
      return `writes down the answers to just what the rules try, and tests that check nothing, in ${files},`;
    case "hollow_early_exit":
      return `ends the program with 0 at once, and writes tests that check nothing, in ${files},`;
    case "broken":
      return `breaks ${files}, so that nothing runs,`;
    case "first_hunk":
      return `does only the first part of what was done before, in ${files},`;
    case "fault":
      return `plants a fault in line ${line} of ${files}`;
  }
}

/** One sentence about a wrong patch that no rule refuses. `quoted` writes a path; without it, it stands as it is. */
export function slippedLine(slipped: SlippedAttack, quoted: (path: string) => string = (path) => path): string {
  return `Whoever ${who(slipped, quoted)} passes every rule.`;
}

/** The kinds of attacks in words: what was not tried for want of time. */
export function untriedWords(names: readonly SlippedAttack["name"][]): string {
  return names.map((name) => name.replaceAll("_", " ")).join(", ");
}

/** What is told where all attacks were refused, in half a sentence; null where one slipped or none was tried. */
export function refusedWords({ tried, slipped, judged }: PlanAttacks): string | null {
  if (tried === 0 || slipped.length > 0 || judged.length > 0) return null;
  return tried === 1 ? "the one wrong patch that was tried is refused" : `all ${tried} wrong patches are refused`;
}
