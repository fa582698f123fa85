/** The plan in a terminal: all that a person must see to approve it. */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { checklistItemsOf } from "#core/rules/acceptance.ts";
import { judgedShare, type Rule } from "#core/rules/rule.ts";
import { planOf, type Run } from "#core/run/run.ts";
import { counted, percent, shortSha } from "#text/format/format.ts";
import { atomLine } from "#text/phrases/atom-words.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { confirmations, SETTABLE, SETTING } from "#text/phrases/confirmations.ts";
import { originOf } from "#text/phrases/origin.ts";
import { setupReach } from "#text/phrases/setup-words.ts";
import { acceptanceLines, baseColourOf, checkWordsOf, REASON_WORDS } from "#text/phrases/words.ts";
import { clean } from "#text/sanitize/clean.ts";
import { type Find, findName } from "#text/sanitize/finds.ts";
import { fields, items, pageOf, part, wrapped, wrappedLines } from "./layout.ts";

function firstLine({ workflow, template, rules }: Plan): string {
  const judged = Math.max(judgedShare(rules, "A"), judgedShare(rules, "B"));
  return `PLAN  ${workflow}, ${template}${judged > 0 ? `, judged: ${percent(judged)} of a level's weight` : ""}`;
}

/** The rule in one line, what it means, and its check in full. `colour`: what it shows on the base; null before it was run. */
function ruleText({ id, level, severity, weight, description, check }: Rule, colour: string | null): string {
  const { does, text } = checkWordsOf(check);
  const facts = `level ${level}  ${severity.padEnd(4)}  weight ${weight}${colour === null ? "" : `  on base: ${colour}`}`;
  const how = check.kind === "command" ? wrappedLines("      $ ", check.run) : wrapped("      ", text === null ? does : `${does}: ${text}`);
  return [`  ${id.padEnd(34)}  ${facts}`, wrapped("      ", description), how].join("\n");
}

function rulesText({ rules }: Plan, { baseScore }: Run): string {
  const colour = (id: string): string | null =>
    baseScore === null ? null : baseColourOf(baseScore.results.find((result) => result.id === id)?.verdict);
  return rules.map((rule) => ruleText(rule, colour(rule.id))).join("\n");
}

function bounds(
  { workflow, existing, limits, thresholds, setup, base, scope, expectedTestChanges: tests, protected: guarded }: Plan,
  { config }: Run,
): string {
  const listed = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(", "));
  return fields([
    ["gate", WORKFLOWS[workflow].gate],
    ["guardrails", listed(WORKFLOWS[workflow].guardrails)],
    ["may change", listed(scope.paths)],
    ["beyond that", WORKFLOWS[workflow].outside === "refused" ? "nothing is taken" : "it is reported"],
    ["exists already", listed(existing)],
    ["left alone", listed(scope.out)],
    ["protected", listed(guarded)],
    ["tests meant to change", listed(tests)],
    ["setup", listed(setup)],
    ["setup runs", setup.length === 0 ? null : setupReach(config)],
    [
      "at most",
      `${counted(limits.iterations, "iteration")}, ${counted(limits.qaRounds, "round")} of QA, ${capsOf(limits).join(" or ") || "no cap"}`,
    ],
    ["thresholds", `level A ${thresholds.A}, level B ${thresholds.B}; no fail rule may be red`],
    ["base", `${base.branch} at ${shortSha(base.commit)}`],
  ]);
}

function critic({ review, revisions }: Run): string {
  if (review === null) return "";
  const findings = review.findings.map(({ check, problem, suggestion }) => `${check}: ${problem} (suggestion: ${suggestion})`);
  const verdict = `  ${review.verdict} after ${counted(revisions, "revision")}`;
  return findings.length === 0 ? verdict : `${verdict}\n${items(findings)}`;
}

/** What the issue's readers do not see, and no agent is shown; and what they may overlook, and agents are shown (INJ-28). */
function hidden({ issue }: Plan): string {
  const { hidden: taken, shown } = clean(`${issue.title}\n\n${issue.body}`);
  const told = (what: string, finds: readonly Find[]): readonly string[] =>
    finds.length === 0 ? [] : [wrapped("", what), items(finds.map((find) => `${findName(find)}: ${find.sample}`))];
  return [
    ...told("Taken out of the issue, because its readers do not see it:", taken),
    ...told("Easily overlooked in the issue, and shown to agents:", shown),
  ].join("\n");
}

/** What the hydrator was shown of earlier runs (S3.42). */
function earlier({ memories }: Plan): string {
  return items(memories.map(({ id, text, from }) => `${id}: ${text} (${originOf(from)})`));
}

/** How to answer. A plan that cannot be approved any more says why. */
function answer({ request, alias, plan }: Run): string {
  if (request === null) return "";
  if (request.reason === "base_already_green")
    return wrapped("", `Not to be approved, because ${REASON_WORDS[request.reason]}. End it with: loopwright stop --run ${alias}`);
  const hours = plan?.limits.approvalHours ?? 0;
  return `${fields([
    ...(plan === null ? [] : confirmations(plan).map((text): readonly [string, string] => ["confirms", text])),
    ["asked again", request.reason === null ? null : `because ${REASON_WORDS[request.reason]}`],
    ["digest", request.digest],
    ["approve", `loopwright approve ${request.digest.slice(0, 12)}   (within ${counted(hours, "hour")})`],
    ["or change", `loopwright approve ${SETTING}   (starts nothing, shows the plan again; ${SETTABLE})`],
    ["or end", "loopwright stop"],
  ])}`;
}

/** The plan page. Throws on a bug: no plan. Facts from the run only. */
export function planPage(run: Run): string {
  const plan = planOf(run);
  const { objective, atoms } = plan;
  return pageOf([
    firstLine(plan),
    wrapped("", objective.background),
    wrapped("", objective.intent),
    part("Deliverables", items(objective.deliverables)),
    part("Done when", items(objective.done)),
    part("Settled without asking", items(objective.clarifications.map(({ question, resolution }) => `${question} ${resolution}`))),
    hidden(plan),
    part(`Done when these rules hold${run.baseScore === null ? " (on the base: not run yet)" : ""}`, rulesText(plan, run)),
    part(
      "Acceptance, decided by QA",
      acceptanceLines(checklistItemsOf(plan))
        .map((line) => wrapped("  ", line))
        .join("\n"),
    ),
    part("Work", items(atoms.map(atomLine))),
    part("Bounds", bounds(plan, run)),
    plan.memories.length === 0 ? "" : part("From earlier runs (loopwright forget <id> takes one out)", earlier(plan)),
    part("Plan-critic", critic(run)),
    part("Your answer", answer(run)),
  ]);
}
