/** Writes the plan as a comment: all that a maintainer must see to approve it, or to send it back. */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { decidedBy } from "#core/rules/check.ts";
import { judgedShare, type Rule } from "#core/rules/rule.ts";
import { isJudgedTwice } from "#core/rules/template.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { counted, percent } from "#text/format/format.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section, table } from "#text/format/table.ts";
import { sideBySideWords } from "#text/phrases/atom-words.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { checkWordsOf, exceptionWords } from "#text/phrases/check-words.ts";
import { redCheckLimit } from "#text/phrases/ci-words.ts";
import { rehearsalLine, setupReach, verdictOnBase } from "#text/phrases/rehearsal-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";
import { code, codeBlock, inline } from "#text/sanitize/quote.ts";
import { attackNotes } from "#text/sections/attack-notes.ts";
import { checklistToCome } from "#text/sections/checklist.ts";
import { criticLines } from "#text/sections/error-lines.ts";
import { continuationNote, howToAnswer, olderPlanNote, planStatus } from "#text/sections/plan-answers.ts";
import { discussionNote, earlierRunNotes, hiddenTextNotes, setupReasons } from "#text/sections/plan-notes.ts";
import { atomList, planDiagram } from "#text/sections/work-graph.ts";

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

function firstLine({ workflow, template, rules }: Plan): string {
  const judged = Math.max(judgedShare(rules, "A"), judgedShare(rules, "B"));
  const share = judged > 0 ? ` · judged: ${percent(judged)}` : "";
  const again = judged > 0 && isJudgedTwice(template) ? ", and once more by QA with another model" : "";
  return `**Plan** · workflow ${code(workflow)} · ${template}${share}${again}`;
}

/** The gate of the workflow, and the guardrails of the work. */
function treatment({ workflow }: Plan): string {
  const { gate, guardrails } = WORKFLOWS[workflow];
  return `Gate: ${gate}. Guardrails: ${guardrails.map(code).join(", ")}.`;
}

/** What was unclear in the issue, and how the hydrator settled it without asking. */
function settled({ objective }: Plan): string {
  return list(objective.clarifications.map(({ question, resolution }) => `${inline(question)} ${inline(resolution)}`));
}

function scope({
  workflow,
  scope: { paths, out },
  existing,
  protected: guarded,
  expectedTestChanges: tests,
}: Plan): string {
  const beyond = WORKFLOWS[workflow].outside === "refused" ? "nothing else is taken" : "anything else is reported";
  return list([
    `May change: ${paths.map(code).join(", ")}; ${beyond}`,
    ...(existing.length === 0 ? [] : [`Exists already: ${existing.map(code).join(", ")}`]),
    ...(out.length === 0 ? [] : [`Left alone: ${out.map(inline).join("; ")}`]),
    `Protected: ${guarded.map(code).join(", ")}`,
    ...tests.map((one) => `Not held against the work: ${exceptionWords(one, code)}`),
  ]);
}

function bounds(plan: Plan, { config }: Run): string {
  const { limits, thresholds, setup, base } = plan;
  const tried = rehearsalLine(plan);
  const caps = capsOf(limits);
  return list([
    `At most ${counted(limits.iterations, "iteration")} and ${counted(limits.qaRounds, "round")} of QA; cap: ` +
      `${caps.length === 0 ? "none" : caps.join(" or ")}`,
    ...redCheckLimit(limits),
    `Thresholds: level A ${thresholds.A}, level B ${thresholds.B}; no fail rule may be red`,
    `Base: ${code(base.branch)} at ${code(base.commit)}`,
    ...(tried === null ? [] : [`Tried on the base: ${inline(tried)}`]),
    ...(setup.length === 0 ? [] : [`Setup, ${inline(setupReach(config))}: ${setup.map(code).join(", ")}`]),
  ]);
}

function longChecks(rules: readonly Rule[]): string {
  return rules
    .flatMap(({ id, check }) => {
      const { text } = checkWordsOf(check);
      return text === null || text.length <= CELL ? [] : [`${code(id)}\n\n${codeBlock(text)}`];
    })
    .join("\n\n");
}

/** The plan comment. Throws on a bug: no plan. Facts come from the run only; text of models and strangers is quoted. */
export function planComment(run: Run): string {
  const plan = planOf(run);
  const { objective, rules, atoms } = plan;
  const write = (detailed: boolean): string =>
    page([
      firstLine(plan),
      planStatus(run),
      olderPlanNote(run),
      continuationNote(run),
      inline(objective.background),
      inline(objective.intent),
      list(objective.deliverables.map(inline)),
      list(objective.done.map((statement) => `Done when: ${inline(statement)}`)),
      discussionNote(plan),
      hiddenTextNotes(plan),
      section("Settled without asking", settled(plan)),
      treatment(plan),
      section(
        "Done when these rules hold",
        table(
          ["rule", "level", "severity", "weight", "check", "on base"],
          rules.map((rule) => ruleRow(rule, run)),
        ),
      ),
      detailed ? fold("Checks in full", longChecks(rules)) : "",
      section("What would slip through", attackNotes(run)),
      section("Acceptance, decided by QA", checklistToCome(plan)),
      section(
        "Work",
        [detailed ? planDiagram(atoms) : "", atomList(atoms), sideBySideWords(plan)]
          .filter((part) => part !== "")
          .join("\n\n"),
      ),
      section("Scope", scope(plan)),
      section("Limits", bounds(plan, run)),
      detailed ? setupReasons(plan) : "",
      section("From earlier runs", earlierRunNotes(plan, run)),
      section("Plan-critic", criticLines(run)),
      section(run.approval === null ? "Your answer" : "Approval", howToAnswer(run)),
    ]);
  return shortenToLimit([() => write(true), () => write(false)]);
}
