/** Writes the plan for a terminal: all that a person must see to approve it. */

import { issueText } from "#core/plan/issue.ts";
import type { Plan } from "#core/plan/plan.ts";
import { checklistItemsOf } from "#core/rules/acceptance.ts";
import { mostJudged } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { namingDigits } from "#core/values/digest.ts";
import { counted, percent } from "#text/format/format.ts";
import { atomLine, sideBySideWords } from "#text/phrases/atom-words.ts";
import { acceptanceLines } from "#text/phrases/check-words.ts";
import { confirmations, SETTABLE, SETTING } from "#text/phrases/confirmations.ts";
import { originOf } from "#text/phrases/origin.ts";
import { wasOnBase } from "#text/phrases/rehearsal-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { clean } from "#text/sanitize/clean.ts";
import { type Find, findName } from "#text/sanitize/finds.ts";
import { fields, items, pageOf, part, wrapped } from "./layout.ts";
import { boundsText, rulesText } from "./plan-rules.ts";

function firstLine({ workflow, template, rules }: Plan): string {
  const judged = mostJudged(rules);
  return `PLAN  ${workflow}, ${template}${judged > 0 ? `, judged: ${percent(judged)} of a level's weight` : ""}`;
}

function critic({ review, revisions }: Run): string {
  if (review === null) return "";
  const findings = review.findings.map(
    ({ check, problem, suggestion }) => `${check}: ${problem} (suggestion: ${suggestion})`,
  );
  const verdict = `  ${review.verdict} after ${counted(revisions, "revision")}`;
  return findings.length === 0 ? verdict : `${verdict}\n${items(findings)}`;
}

/** Hidden text of the issue: taken out, so that no agent is shown it, or easily overlooked and shown to agents. */
function hidden({ issue }: Plan): string {
  const { hidden: taken, shown } = clean(issueText(issue));
  const findings = (what: string, finds: readonly Find[]): readonly string[] =>
    finds.length === 0 ? [] : [wrapped("", what), items(finds.map((find) => `${findName(find)}: ${find.sample}`))];
  return [
    ...findings("Taken out of the issue, because its readers do not see it:", taken),
    ...findings("Easily overlooked in the issue, and shown to agents:", shown),
  ].join("\n");
}

/** The memories of earlier runs that the hydrator was shown. */
function earlier({ memories }: Plan): string {
  return items(memories.map(({ id, text, from }) => `${id}: ${text} (${originOf(from)})`));
}

/** Explains how to answer, or why the plan cannot be approved. */
function answer({ request, alias, plan }: Run): string {
  if (request === null) return "";
  if (request.reason === "base_already_green")
    return wrapped(
      "",
      `Not to be approved, because ${REASON_WORDS[request.reason]}. End it with: loopwright stop --run ${alias}`,
    );
  const hours = plan?.limits.approvalHours ?? 0;
  return `${fields([
    ...(plan === null ? [] : confirmations(plan).map((text): readonly [string, string] => ["confirms", text])),
    ["asked again", request.reason === null ? null : `because ${REASON_WORDS[request.reason]}`],
    ["digest", request.digest],
    ["approve", `loopwright approve ${namingDigits(request.digest)}   (within ${counted(hours, "hour")})`],
    ["or change", `loopwright approve ${SETTING}   (starts nothing, shows the plan again; ${SETTABLE})`],
    ["or end", "loopwright stop"],
  ])}`;
}

/** The plan page, from facts of the run only. Throws on a bug: no plan. */
export function planPage(run: Run): string {
  const plan = planOf(run);
  const { objective, atoms } = plan;
  return pageOf([
    firstLine(plan),
    wrapped("", objective.background),
    wrapped("", objective.intent),
    part("Deliverables", items(objective.deliverables)),
    part("Done when", items(objective.done)),
    part(
      "Settled without asking",
      items(objective.clarifications.map(({ question, resolution }) => `${question} ${resolution}`)),
    ),
    hidden(plan),
    part(`Done when these rules hold${wasOnBase(run) ? "" : " (on the base: not run yet)"}`, rulesText(plan, run)),
    part(
      "Acceptance, decided by QA",
      acceptanceLines(checklistItemsOf(plan))
        .map((line) => wrapped("  ", line))
        .join("\n"),
    ),
    part("Work", [items(atoms.map(atomLine)), wrapped("  ", sideBySideWords(plan))].filter(Boolean).join("\n")),
    part("Bounds", boundsText(plan, run)),
    plan.memories.length === 0 ? "" : part("From earlier runs (loopwright forget <id> takes one out)", earlier(plan)),
    part("Review of the plan, by another model", critic(run)),
    part("Your answer", answer(run)),
  ]);
}
