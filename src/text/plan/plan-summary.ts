/**
 * Writes what stands before the first fold of a plan comment: what is understood, when it is done, what may change,
 * what it may cost, and what to reply.
 */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { likelyCostOf } from "#core/runs/likely-cost.ts";
import { count, counted, dollars, firstFew } from "#text/format/format.ts";
import { parts } from "#text/format/table.ts";
import { clipWords, wordsIn } from "#text/format/word-count.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { code } from "#text/sanitize/quote.ts";
import { shortIntent } from "#text/sections/intent.ts";
import { cautionLine } from "./cautions.ts";
import { doneWhen, LEAST_DONE_WHEN } from "./done-when.ts";
import { continuationNote, olderPlanNote, planStatus, replyLine } from "./plan-answers.ts";

/** Words of a plan comment before its first fold, at most: what one screen of a phone holds. */
const MOST = 120;
const PATHS = 3;
/** Words of the intent that are always shown: it gives way where all else has much to say. */
const LEAST_INTENT = 6;

function mayChange({ workflow, scope: { paths } }: Plan): string {
  if (WORKFLOWS[workflow].answers) return "**May change:** nothing";
  return `**May change:** ${firstFew(paths, PATHS, (path) => code(clipWords(path, 2)))}`;
}

function mayCost({ workflow, limits }: Plan): string {
  const caps = capsOf(limits);
  const most = caps.length === 0 ? "no cap on cost" : caps.join(" or ");
  return `**At most:** ${most}${WORKFLOWS[workflow].answers ? "" : `, ${counted(limits.iterations, "iteration")}`}`;
}

/** What it will likely cost, for whoever decides about it; empty where nobody does, and where nothing is known. */
function likelyLine(run: Run): string {
  const decided = run.approval !== null || run.request?.reason === "base_already_green";
  const likely = decided ? null : likelyCostOf(run);
  if (likely === null) return "";
  const { unit, low, high, runs } = likely;
  const [from, to] = [low, high].map((value) => (unit === "dollars" ? dollars(value) : count(Math.ceil(value))));
  const range = from === to ? `${to}` : `${from} to ${to}`;
  const amount = unit === "dollars" ? range : `${range} tokens`;
  if (runs === 0) return `**Likely:** ${amount} (a guess)`;
  return `**Likely:** ${amount}, as the last ${runs === 1 ? "run" : `${runs} runs`} here`;
}

/**
 * The summary, in at most 120 words whatever the plan says. `hidden`: what the comment says of hidden text; empty for
 * none. Pure.
 */
export function planSummary(plan: Plan, run: Run, hidden: string): string {
  const status = [planStatus(run), olderPlanNote(run), continuationNote(run)];
  const after = [mayChange(plan), likelyLine(run), mayCost(plan), cautionLine({ plan, run, hidden })]
    .filter((line) => line !== "")
    .join("\n");
  const reply = replyLine(run);
  const left = MOST - wordsIn(["Plan", ...status, after, reply].join(" "));
  const intent = shortIntent(plan, Math.max(LEAST_INTENT, left - LEAST_DONE_WHEN));
  const room = left - wordsIn(intent);
  return parts([`**Plan**: ${intent}`, ...status, doneWhen(plan, run, room), after, reply]);
}
