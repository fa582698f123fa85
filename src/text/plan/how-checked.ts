/** Writes how each point of a plan is checked: the rules as a table, long commands in full, and QA's list. */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { decidedBy } from "#core/rules/check.ts";
import { mostJudged, type Rule } from "#core/rules/rule.ts";
import { isJudgedTwice } from "#core/rules/template.ts";
import type { Run } from "#core/run/run.ts";
import { percent } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { parts, section, table } from "#text/format/table.ts";
import { checkWordsOf } from "#text/phrases/check-words.ts";
import { verdictOnBase } from "#text/phrases/rehearsal-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";
import { code, codeBlock, inline } from "#text/sanitize/quote.ts";
import { checklistToCome } from "#text/sections/checklist.ts";

/** Longer commands are shown in full below the table, so that the approver can read all of them. */
const CELL = 80;

function checkCell({ check }: Rule): string {
  const { does, text } = checkWordsOf(check);
  if (text === null) return does;
  const shown = clip(text, CELL);
  return `${does}: ${decidedBy(check) !== "driver" ? inline(shown) : code(shown)}`;
}

function ruleRow(rule: Rule, run: Run): readonly string[] {
  const what = `${code(rule.id)}<br>${inline(rule.description)}`;
  return [
    what,
    rule.level,
    rule.severity,
    `${rule.weight}`,
    checkCell(rule),
    baseColourOf(verdictOnBase(run, rule.id)),
  ];
}

/** The kind of the work, and how much of it a model judges. */
function kind({ workflow, template, rules }: Plan): string {
  const judged = mostJudged(rules);
  const share = judged > 0 ? ` · judged: ${percent(judged)}` : "";
  const again = judged > 0 && isJudgedTwice(template) ? ", and once more by QA with another model" : "";
  return `Workflow ${code(workflow)} · ${template}${share}${again}`;
}

/** The gate of the workflow, and the guardrails of the work. */
function treatment({ workflow }: Plan): string {
  const { gate, guardrails } = WORKFLOWS[workflow];
  return `Gate: ${gate}. Guardrails: ${guardrails.map(code).join(", ")}.`;
}

function longChecks(rules: readonly Rule[]): string {
  return rules
    .flatMap(({ id, check }) => {
      const { text } = checkWordsOf(check);
      return text === null || text.length <= CELL ? [] : [`${code(id)}\n\n${codeBlock(text)}`];
    })
    .join("\n\n");
}

/**
 * The kind of the work, a row for each rule, and what QA decides beside them. `detailed`: with long commands in full.
 * Pure.
 */
export function howChecked(plan: Plan, run: Run, detailed: boolean): string {
  const rows = plan.rules.map((rule) => ruleRow(rule, run));
  return parts([
    kind(plan),
    treatment(plan),
    table(["rule", "level", "severity", "weight", "check", "on base"], rows),
    detailed ? section("Checks in full", longChecks(plan.rules)) : "",
    section("Acceptance, decided by QA", checklistToCome(plan)),
  ]);
}
