/**
 * Writes what a plan rests on beside the visible issue: hidden text, phrases that read like an order, and memories of
 * earlier runs.
 */

import { issueText } from "#core/plan/issue.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Run } from "#core/run/run.ts";
import { list } from "#text/format/table.ts";
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
  const { issue } = plan;
  const { text, hidden: taken, shown } = clean(issueText(issue));
  const orders = ordersIn(`${text}\n${ownWords(plan)}`);
  const lines = (finds: readonly Find[]): string =>
    list(finds.map((find) => `${findName(find)}: ${code(find.sample)}`));
  const parts = [
    ...(orders.length === 0
      ? []
      : ["Reads like an order to an agent, in the issue or in this plan; agents take it for data:", lines(orders)]),
    ...(taken.length === 0 ? [] : ["Taken out of the issue, because its readers do not see it:", lines(taken)]),
    ...(shown.length === 0 ? [] : ["Easily overlooked in the issue, and shown to agents:", lines(shown)]),
  ];
  return parts.length === 0
    ? ""
    : [...parts, "Look at the source of the issue (Edit, or Quote reply) before you approve."].join("\n\n");
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
