/**
 * Writes the plan as a comment: first what a maintainer must see to answer it, on one screen of a phone, then folds
 * with all that it rests on.
 */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { isMoneyBounded } from "#core/runs/money-quota.ts";
import { counted } from "#text/format/format.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, parts, section } from "#text/format/table.ts";
import { sideBySideWords } from "#text/phrases/atom-words.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { exceptionWords } from "#text/phrases/check-words.ts";
import { redCheckLimit } from "#text/phrases/ci-words.ts";
import { rehearsalLine, setupReach } from "#text/phrases/rehearsal-words.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { criticLines } from "#text/sections/error-lines.ts";
import { wholeIntent } from "#text/sections/intent.ts";
import { atomList, planDiagram } from "#text/sections/work-graph.ts";
import { attackNotes } from "./attack-notes.ts";
import { howChecked } from "./how-checked.ts";
import { moreAnswers } from "./plan-answers.ts";
import { discussionNote, earlierRunNotes, hiddenTextNotes, setupReasons } from "./plan-notes.ts";
import { planSummary } from "./plan-summary.ts";

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
    ...(isMoneyBounded(config.quotas)
      ? ["The cap in dollars is at most what the quotas of money left when the run began"]
      : []),
    ...redCheckLimit(limits),
    `Thresholds: level A ${thresholds.A}, level B ${thresholds.B}; no fail rule may be red`,
    `Base: ${code(base.branch)} at ${code(base.commit)}`,
    ...(tried === null ? [] : [`Tried on the base: ${inline(tried)}`]),
    ...(setup.length === 0 ? [] : [`Setup, ${inline(setupReach(config))}: ${setup.map(code).join(", ")}`]),
  ]);
}

function whyAndWhat(plan: Plan, shown: string): string {
  const { objective } = plan;
  return parts([
    inline(objective.background),
    wholeIntent(plan, shown),
    list(objective.deliverables.map(inline)),
    list(objective.done.map((statement) => `Done when: ${inline(statement)}`)),
    section("Settled without asking", settled(plan)),
    discussionNote(plan),
  ]);
}

function workAndScope(plan: Plan, detailed: boolean): string {
  return parts([
    detailed ? planDiagram(plan.atoms) : "",
    atomList(plan.atoms),
    sideBySideWords(plan),
    section("Scope", scope(plan)),
  ]);
}

/** The plan comment. Throws on a bug: no plan. Facts come from the run only; text of models and strangers is quoted. */
export function planComment(run: Run): string {
  const plan = planOf(run);
  const hidden = hiddenTextNotes(plan);
  const summary = planSummary(plan, run, hidden);
  const write = (detailed: boolean): string =>
    page([
      summary,
      fold("Why, and what is made", whyAndWhat(plan, summary)),
      fold("How each point is checked", howChecked(plan, run, detailed)),
      fold("What would slip through", attackNotes(run)),
      fold("Hidden or odd text in the issue", hidden),
      fold("Work and scope", workAndScope(plan, detailed)),
      fold("Limits, base and setup", parts([bounds(plan, run), detailed ? setupReasons(plan) : ""])),
      fold("From earlier runs", earlierRunNotes(plan, run)),
      fold("Review of this plan", criticLines(run)),
      fold("More about answering", moreAnswers(run)),
    ]);
  return shortenToLimit([() => write(true), () => write(false)]);
}
