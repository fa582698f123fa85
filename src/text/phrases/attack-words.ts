/** Says of wrong patches, one sentence each, who would pass every rule of a plan by doing what. */
import type { SlippedAttack } from "#core/plan/plan-attacks.ts";

/** Files that are named in a sentence. */
const NAMED = 3;

function namesOf(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return `${paths.slice(0, NAMED).join(", ")}${more}`;
}

/** Who does what; continues with "passes every rule". */
function who({ name, paths, line }: SlippedAttack): string {
  const files = namesOf(paths);
  switch (name) {
    case "nothing":
      return "changes nothing at all";
    case "tests_deleted":
      return `deletes ${files}`;
    case "tests_emptied":
      return `empties ${files}`;
    case "texts":
      return `only makes the files and writes the texts that the rules look for (${files})`;
    case "early_exit":
      return `ends the program with 0 before it does anything (${files})`;
    case "special_cases":
      return `answers what the rules try, and nothing else (${files})`;
    case "hollow_tests":
      return `writes tests that check nothing (${files})`;
    case "hollow_special_cases":
      return `answers what the rules try, and writes tests that check nothing (${files})`;
    case "hollow_early_exit":
      return `ends the program with 0 at once, and writes tests that check nothing (${files})`;
    case "broken":
      return `breaks the source, so that nothing runs (${files})`;
    case "first_hunk":
      return `does only the first part of what was done before (${files})`;
    case "fault":
      return `plants a fault in line ${line} of ${files}`;
  }
}

/** One sentence about a wrong patch that no rule refuses. */
export function slippedLine(slipped: SlippedAttack): string {
  const green = slipped.rules.length === 0 ? "" : `; ${slipped.rules.join(", ")} turns green`;
  return `Whoever ${who(slipped)} passes every rule${green}.`;
}

/** What was not tried for want of time: the kinds of attacks in words. */
export function untriedWords(names: readonly SlippedAttack["name"][]): string {
  return names.map((name) => name.replaceAll("_", " ")).join(", ");
}
