/**
 * Writes what a plan rests on beside the visible issue: its comments, hidden text, phrases that read like an order,
 * memories of earlier runs, and where its commands come from.
 */

import { type IssueComment, requestTexts } from "#core/plan/discussion.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { fold, list } from "#text/format/table.ts";
import { originOf } from "#text/phrases/origin.ts";
import { clean } from "#text/sanitize/clean.ts";
import { type Find, findName } from "#text/sanitize/finds.ts";
import { ordersIn } from "#text/sanitize/orders.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** The plan's text that a model wrote and a maintainer approves. */
function ownWords({ objective: { background, intent, deliverables, done }, rules, atoms }: Plan): string {
  const described = [...rules, ...atoms].map(({ description }) => description);
  return [background, intent, ...deliverables, ...done, ...described].join("\n");
}

/**
 * Lists what the issue's readers do not see and no agent is shown, what they may overlook and agents are shown, and
 * phrases that read like an order to an agent.
 */
export function hiddenTextNotes(plan: Plan): string {
  const cleaned = requestTexts(plan).map(clean);
  const [taken, shown] = [cleaned.flatMap(({ hidden }) => hidden), cleaned.flatMap((one) => one.shown)];
  const orders = ordersIn([...cleaned.map(({ text }) => text), ownWords(plan)].join("\n"));
  const lines = (finds: readonly Find[]): string =>
    list(finds.map((find) => `${findName(find)}: ${code(find.sample)}`));
  const parts = [
    ...(orders.length === 0
      ? []
      : [
          "Reads like an order to an agent, in the issue, its comments or this plan; agents take it for data:",
          lines(orders),
        ]),
    ...(taken.length === 0 ? [] : ["Taken out of the issue, because its readers do not see it:", lines(taken)]),
    ...(shown.length === 0 ? [] : ["Easily overlooked in the issue, and shown to agents:", lines(shown)]),
  ];
  return parts.length === 0
    ? ""
    : [...parts, "Look at the source of the issue (Edit, or Quote reply) before you approve."].join("\n\n");
}

/** People that are named. */
const NAMES = 5;

/** Says which comments of the issue the plan is made from, and how many were left out; "" where there are none. */
export function discussionNote({ discussion }: Plan): string {
  if (discussion === undefined) return "";
  const { comments, strangers, older } = discussion;
  const left = [
    ...(strangers === 0 ? [] : [`${counted(strangers, "comment")} of people who may not triage issues here`]),
    ...(older === 0 ? [] : [`${counted(older, "older comment")}, because more are not read`]),
  ];
  const from = comments.length === 0 ? "the issue alone" : `the issue and ${counted(comments.length, "comment")} on it`;
  const by = comments.length === 0 ? "" : ` (by ${namesOf(comments)}; the last of ${comments.at(-1)?.written})`;
  return `Made from ${from}${by}.${left.length === 0 ? "" : ` Left out: ${left.join("; ")}.`}`;
}

function namesOf(comments: readonly IssueComment[]): string {
  const names = [...new Set(comments.map(({ by }) => inline(by)))];
  const more = names.length > NAMES ? ` and ${counted(names.length - NAMES, "other")}` : "";
  return `${names.slice(0, NAMES).join(", ")}${more}`;
}

/** The memories of earlier runs that the hydrator was shown, and how a maintainer removes one. */
export function earlierRunNotes({ memories }: Plan, { issue }: Run): string {
  if (memories.length === 0) return "";
  const lines = memories.map(({ id, text, from }) => {
    const link = from.issue === null ? "" : `, #${from.issue}`;
    return `${code(id)} ${inline(text)} (${inline(originOf(from))}${link})`;
  });
  const forget = issue.number === null ? "" : "\n\n`/loop forget <id>` takes one out for later plans (write access).";
  return `${list(lines)}${forget}`;
}

/** How it is set up and tested, folded; empty where no command is named, and in plans from before reasons were kept. */
export function setupReasons({ reasons = [] }: Plan): string {
  if (reasons.length === 0) return "";
  return fold("How it is set up and tested", list(reasons.map(({ run, why }) => `${code(run)}: ${inline(why)}`)));
}
