/** The report of a run: all of it is there, nobody's words are more than text, and a long run is no heavy page. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import { reportHtml } from "#text/report/report-html.ts";
import * as J from "../../builders/journal.ts";
import { longReport } from "../../builders/long-run.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const sha = (digit: string): string => digit.repeat(40);

function reportOf(drafts: readonly EventDraft[], broken: string | null = null): string {
  const events = J.settledEvents(...drafts);
  return reportHtml({ events, run: J.begun(events), broken }, iso);
}

/** The text of a section without its markup. */
function section(page: string, heading: string): string {
  const [, body = ""] = new RegExp(`<h2>${heading}</h2>([^]*?)</section>`).exec(page) ?? [];
  return body
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

it("tells a run from its issue to its pull request", () => {
  const page = reportOf([J.REDIRECT, ...J.SHOWN]);
  expect(page).toContain('<a href="http://127.0.0.1/7">Pull request #7</a>');
  expect(section(page, "Scores")).toMatch(/^2 evaluations: the first scored 1\.00, the last 1\.00\./);
  expect(section(page, "Checks")).toContain("exits with 0");
  expect(section(page, "Tasks")).toMatch(/A1 .* done/);
  expect(section(page, "Reviews")).toMatch(/plan critic PROCEED .*auditor, at tool call 3 OK .*QA verifier VERIFIED/);
  expect(section(page, "What people said")).toMatch(/ana : redirect requested Keep the old name\./);
  expect(section(page, "Timeline")).toMatch(/^The plan: \d+ events.*Iteration 1: \d+ events/);
});

it("shows what a step cost, and the sum", () => {
  const spend = { ...NO_USAGE, calls: 2, input: 1234, dollars: 0.25 };
  const page = reportOf(
    J.SHOWN.map((draft) => (draft.kind === "qa_done" ? ({ ...draft, spend, took: { step: "VERIFY", ms: 1500 } } as EventDraft) : draft)),
  );
  expect(section(page, "Cost")).toMatch(/the QA verifier 2 1\.2k 0 0 0 \$0\.25 1\.5 s all 2 1\.2k 0 0 0 \$0\.25 1\.5 s/);
});

it("shows what each role cost, and what an older journal does not tell apart", () => {
  const spend = { ...NO_USAGE, calls: 3, input: 30, dollars: 0.5 };
  const by = { worker: { ...NO_USAGE, calls: 2, input: 29, dollars: 0.4 }, preparer: { ...NO_USAGE, calls: 1, input: 1, dollars: 0.1 } };
  const drafts = J.SHOWN.map((draft) => {
    if (draft.kind === "artifact_created") return { ...draft, spend: { ...spend, by } } as EventDraft;
    return draft.kind === "qa_done" ? ({ ...draft, spend: { ...NO_USAGE, calls: 1, input: 9 } } as EventDraft) : draft;
  });
  expect(section(reportOf(drafts), "Cost by role")).toMatch(
    / worker \d+ \d+ 0 0 0 \$\d\.\d\d .*not told by an earlier version \d+ 9 0 0 0 \$0\.00 .*preparer /,
  );
});

it("shows the change where the journal holds it, else the command that does", () => {
  const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<old>\n+new\ndiff --git a/y b/y\n+++ b/y\n";
  const held = J.SHOWN.map((draft) => (draft.kind === "iteration_kept" ? { ...draft, patch } : draft));
  const page = reportOf(held);
  expect(page).toContain("<summary>x</summary>");
  expect(page).toContain('<span class="bad">-&lt;old&gt;</span>');
  expect(page).toContain('<span class="good">+new</span>');
  expect(page).not.toContain('<span class="good">+++');
  expect(section(reportOf(J.SHOWN), "The change")).toContain(`git diff ${J.PLAN.base.commit} ${sha("c")} shows it`);
  const long = J.SHOWN.map((draft) => (draft.kind === "iteration_kept" ? { ...draft, patch: patch.padEnd(100_000) } : draft));
  expect(section(reportOf(long), "The change")).toContain("Only its beginning");
});

it("begins with what there is, and says where a history breaks off", () => {
  const page = reportOf([], "line 2 is torn");
  expect(page).toContain("The history breaks off after what is shown here: line 2 is torn");
  for (const heading of ["Scores", "Checks", "Tasks", "The change", "Reviews", "Cost"]) expect(page).not.toContain(`<h2>${heading}</h2>`);
});

it("lets nobody write markup", () => {
  const evil = '</pre><script>alert(1)</script><img src=x onerror="x">';
  const page = reportOf([
    { ...J.REDIRECT, text: evil } as EventDraft,
    ...J.SHOWN.map((draft) => (draft.kind === "published" ? { ...draft, url: `javascript:${evil}` } : draft)),
    { kind: "stop_requested", by: evil, note: evil },
    { kind: "phase_error", step: "PLAN", message: evil, retryable: false },
  ]);
  expect(page).not.toMatch(/<script|<img|href="javascript:/);
  expect(page).toContain("&lt;script&gt;");
});

it("shows a run of a hundred iterations in less than two megabytes", () => {
  const page = longReport();
  expect(page.length).toBeLessThan(2_000_000);
  expect(section(page, "Scores")).toMatch(/^100 evaluations: the first scored 0\.00, the last 0\.99\./);
  expect(page).toContain("<summary>All 100 evaluations</summary>");
});
