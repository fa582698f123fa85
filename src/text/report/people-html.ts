/** Writes what reviewers found, and what people said, in order of time. */
import type { Event } from "#core/events/event.ts";
import { type Html, type HtmlPart, html } from "#text/html/html.ts";
import { htmlList, htmlRow, htmlTable } from "#text/html/html-page.ts";
import { momentHtml } from "./moment.ts";

type Iso = (ms: number) => string;

/** A row for each answer of the plan critic, the auditor and the QA verifier; null where there is none. */
export function reviewsHtml(events: readonly Event[], iso: Iso): Html | null {
  const rows = events.flatMap((event) => {
    const found = reviewOf(event);
    return found === null ? [] : [htmlRow([momentHtml(iso(event.at)), found.who, found.verdict, found.said])];
  });
  return htmlTable("Reviews", ["when", "who", "verdict", "what was said"], rows);
}

interface Review {
  readonly who: string;
  readonly verdict: string;
  readonly said: HtmlPart;
}

function reviewOf(event: Event): Review | null {
  switch (event.kind) {
    case "plan_reviewed": {
      const said = event.review.findings.map(({ problem, suggestion }) => `${problem} ${suggestion}`);
      return { who: "plan critic", verdict: event.review.verdict, said: htmlList(said) };
    }
    case "audit_done": {
      const { verdict, issue, correction } = event.audit;
      return { who: `auditor, at tool call ${event.call}`, verdict, said: `${issue} ${correction}`.trim() };
    }
    case "qa_done": {
      const said = event.qa.issues.map(({ severity, problem, fix }) => `${severity}: ${problem} ${fix}`);
      return { who: "QA verifier", verdict: event.qa.verdict, said: htmlList(said) };
    }
    default:
      return null;
  }
}

/** An item for each thing that somebody did or said; null where nobody did. */
export function peopleHtml(events: readonly Event[], iso: Iso): Html | null {
  return htmlList(
    events.flatMap((event) => {
      if (!("by" in event)) return [];
      const said = wordsIn(event);
      const quote = said === "" ? null : html`<blockquote>${said}</blockquote>`;
      return [html`${momentHtml(iso(event.at))} <b>${event.by}</b>: ${event.kind.replaceAll("_", " ")}${quote}`];
    }),
  );
}

function wordsIn(event: Extract<Event, { by: unknown }>): string {
  if ("text" in event) return event.text;
  if ("note" in event) return event.note;
  return event.kind === "run_unblocked" ? event.reason : "";
}
