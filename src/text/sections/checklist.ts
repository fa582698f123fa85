/**
 * Writes the acceptance checklist before and after it is decided. An item that a person has to confirm is an open box.
 */
import type { Plan } from "#core/plan/plan.ts";
import { checklistItemsOf } from "#core/rules/acceptance.ts";
import type { ChecklistLine } from "#core/rules/checklist-line.ts";
import { clip } from "#text/format/shorten.ts";
import { acceptanceLines } from "#text/phrases/check-words.ts";
import { inline } from "#text/sanitize/quote.ts";

const WORDS: Readonly<Record<ChecklistLine["outcome"], string>> = {
  pass: "",
  fail: " (fails)",
  unjudged: " (not judged)",
  person: " (for you to confirm)",
};

const ASKED: Readonly<Record<ChecklistLine["kind"], string>> = { check: "", group: ", all of", anyOf: ", any of" };

/** Markdown checkboxes: ticked where a machine found that the item holds, open elsewhere. Empty for no lines. */
export function checklist(lines: readonly ChecklistLine[]): string {
  return lines
    .map(({ depth, text, kind, outcome, details }) => {
      const why = outcome === "pass" || details === "" ? "" : `: ${inline(clip(details, 200))}`;
      return (
        `${"  ".repeat(depth)}- [${outcome === "pass" ? "x" : " "}] ` +
        `${inline(text)}${ASKED[kind]}${WORDS[outcome]}${why}`
      );
    })
    .join("\n");
}

/**
 * The items that QA will decide, as an indented list; empty where the plan has neither acceptance nor anything for a
 * person to confirm.
 */
export function checklistToCome(plan: Plan): string {
  return acceptanceLines(checklistItemsOf(plan))
    .map((line) => line.replace(/^( *- )(.*)$/, (_, indent: string, rest: string) => `${indent}${inline(rest)}`))
    .join("\n");
}
