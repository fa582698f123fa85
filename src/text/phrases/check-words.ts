/** Describes rules and their checks in words, for people and for prompts. */

import type { ExpectedTestChange } from "#core/analysis/test-blocks/test-exception.ts";
import type { ChecklistItem } from "#core/rules/acceptance.ts";
import type { Check, CheckOf } from "#core/rules/check.ts";
import type { Rule } from "#core/rules/rule.ts";
import { type DroppedCheck, droppedChecks } from "#core/run/evolve/hidden-record.ts";
import type { Run } from "#core/run/run.ts";

/** Says what a check does, with the command or question that it holds; `text` is null for a check without one. */
export function checkWordsOf(check: Check): { readonly does: string; readonly text: string | null } {
  switch (check.kind) {
    case "command":
      return {
        does: check.prints === null ? "exits with 0" : `exits with 0 and prints ${JSON.stringify(check.prints)}`,
        text: check.run,
      };
    case "not_command":
      return { does: "exits with another code than 0", text: check.run };
    case "file":
      return { does: "is there", text: check.path };
    case "not_file":
      return { does: "is not there", text: check.path };
    case "content":
      return { does: "judged", text: check.question };
    case "quality":
      return {
        does: `judged by marks, ${check.passThreshold} of 5 needed${check.scope === null ? "" : ` in ${check.scope}`}`,
        text: rubricText(check),
      };
    case "assertion":
      return { does: "a person confirms", text: check.statement };
    case "tests":
      return { does: testWordsOf(check), text: check.run };
    case "test_integrity":
      return { does: "no test is deleted, skipped or weakened", text: null };
    case "tests_bite":
      return { does: "faults that the tests found before are still found", text: check.run };
    case "debug_markers":
      return { does: "no line that was only there for debugging is left", text: null };
  }
}

function testWordsOf({ files, passing = [] }: CheckOf<"tests">): string {
  const all = files === "base" ? "the base's own tests still pass" : "the branch's tests pass";
  return passing.length === 0 ? all : `${all}, and ${passing.map((name) => JSON.stringify(name)).join(", ")}`;
}

/** The criteria of a rubric in one line, each with its weight and the meaning of its marks. */
function rubricText({ rubric }: CheckOf<"quality">): string {
  return rubric
    .map(({ criterion, description, weight, levels }) => {
      const marks = levels === null ? "" : ` [1: ${levels.one} 3: ${levels.three} 5: ${levels.five}]`;
      return `${criterion} (weight ${weight})${description === "" ? "" : `: ${description}`}${marks}`;
    })
    .join("; ");
}

/** Writes a checklist as an indented list of plain text: what each check does, and where ALL or ANY is asked. */
export function acceptanceLines(items: readonly ChecklistItem[], depth = 0): readonly string[] {
  const indent = "  ".repeat(depth);
  return items.flatMap((item) => {
    if ("check" in item) {
      const { does, text } = checkWordsOf(item.check);
      return [`${indent}- ${item.text} [${does}${text === null ? "" : `: ${text}`}]`];
    }
    const [word, inner] = "group" in item ? ["all of", item.group] : ["any of", item.anyOf];
    return [`${indent}- ${item.text}: ${word}`, ...acceptanceLines(inner, depth + 1)];
  });
}

/** Writes a rule as a line of plain text, for prompts. */
export function ruleLine({ id, severity, weight, description, check }: Rule): string {
  const { does, text } = checkWordsOf(check);
  return `- ${id} (${severity}, weight ${weight}): ${description} [check: ${does}${text === null ? "" : `: ${text}`}]`;
}

/** One sentence for each check that was dropped, with what it ran, what it expected and what was printed. */
export function droppedCheckWords({ progress }: Run): readonly string[] {
  return droppedChecks(progress).map(
    ({ title, rule, run, expects, printed }: DroppedCheck) =>
      `dropped: the hidden check "${title}" of ${rule}, which no work of this run passed while all else was green. ` +
      `It runs ${run} and expects ${JSON.stringify(expects)}; the work prints ${JSON.stringify(printed)}`,
  );
}

/** The same for those who follow a run at work: titles alone, as the work is told no more. */
export function droppedCheckTitles({ progress }: Run): readonly string[] {
  return droppedChecks(progress).map(({ title, rule }) => `the hidden check "${title}" of ${rule}`);
}

/**
 * The line of one exception. `quoted` makes a name or a path safe where it is shown: both are a model's, or a
 * stranger's.
 */
export function exceptionWords(one: ExpectedTestChange, quoted: (text: string) => string): string {
  if (typeof one === "string") return `any change in ${quoted(one)} is allowed, but not its deletion`;
  const path = quoted(one.path);
  if (one.test === "")
    return one.mayBe === "removed"
      ? `the file ${path} may be deleted`
      : `any change in ${path} is allowed, but not its deletion`;
  return `the test ${quoted(one.test)} in ${path} may ${one.mayBe === "removed" ? "be removed" : "change"}`;
}
