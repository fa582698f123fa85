/** Writes how the work was verified: QA's verdict, the audits, and the reflection on the run. */
import { type AuditResult, QaDimension, type QaResult, type Reflection } from "#core/events/data/review-results.ts";
import type { Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { droppedCheckTitles } from "#text/phrases/check-words.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** Each of QA's three dimensions passes without a critical or major issue. */
function dimensions({ issues }: QaResult): string {
  const grave = issues.filter(({ severity }) => severity !== "minor").map(({ dimension }) => dimension);
  return QaDimension.options.map((name) => `${name} ${grave.includes(name) ? "FAIL" : "PASS"}`).join(", ");
}

/** Names the person who stopped the run, also where the rules held already; empty where nobody did. */
export function stoppedBy({ stopRequest, ending, progress: { best } }: Run): string {
  if (stopRequest === null) return "";
  const note = stopRequest.note === "" ? "" : `: ${inline(stopRequest.note)}`;
  const stopped = `Stopped by ${inline(stopRequest.by)}${note}`;
  const passed = ending === "user_stop" && best?.evaluation.level === "B" && best.evaluation.passed;
  return passed
    ? `${stopped}. The threshold had been reached by then; \`/loop resume\` has the work verified`
    : stopped;
}

/** QA does not verify an answer. */
const QUOTED =
  "Code found every quotation above word for word: lines in the files of the base, output by running the command " +
  "again.";

/** QA's verdict and issues; for an answer, how code checked it. */
export function verdictLines(run: Run): string {
  const { qa, answer } = run;
  if (answer !== null) return QUOTED;
  const dropped = droppedCheckTitles(run).map((words) => `Dropped, as no work passed it: ${inline(words)}`);
  const last = qa?.last ?? null;
  if (qa === null || last === null) return list([...dropped, "QA: not reached"]);
  const issues = last.issues.map(
    ({ dimension, severity, problem, fix }) => `${dimension}, ${severity}: ${inline(problem)} (fix: ${inline(fix)})`,
  );
  return list([
    ...dropped,
    `QA: **${last.verdict}** in round ${qa.rounds}, at ${code(qa.head)}; ${dimensions(last)}`,
    ...issues,
  ]);
}

/** The audits and the last objection, and how their moments can be rechecked. */
export function auditLines(run: Run): string {
  const { last, calls } = run.audits;
  const lastAudit = last === null ? "no audit was made" : `last audit ${last.verdict}`;
  const found = list([`${counted(calls, "tool call")}, ${lastAudit}`, ...(last === null ? [] : saidBy(last))]);
  return [found, recheckLines(run)].filter((part) => part !== "").join("\n");
}

/** How the moments of the audits can be rechecked; empty where the run keeps no key. */
export function recheckLines({ keyHash, runId }: Run): string {
  if (keyHash === null) return "";
  return list([
    `The moments of the audits can be rechecked: the history of ${code(runId)} reveals each key at the end ` +
      `of its loop, and fixed its SHA-256 (the last is ${code(keyHash)}) before any work was done.`,
  ]);
}

/** What an audit said: a note, what it could not assess, or its objection. */
function saidBy(audit: AuditResult): readonly string[] {
  const { verdict, issue, correction } = audit;
  if (verdict === "OK") return issue === "" ? [] : [`Noted: ${inline(issue)}`];
  if (verdict === "CANNOT_ASSESS") return [`What the auditor could not assess, which stops nothing: ${inline(issue)}`];
  return [`${objection(audit)}: ${inline(issue)} (correction: ${inline(correction)})`];
}

/** The violated principle, and the kind of drift. */
function objection({ principle, drift }: AuditResult): string {
  return [principle === "" ? "no principle named" : principle, ...(drift === "none" ? [] : [drift])].join(", ");
}

/** The reflection on the run, a line for each of its fields; empty for none. */
export function reflectionLines(reflection: Reflection | null): string {
  if (reflection === null) return "";
  return list([
    `Request: ${inline(reflection.request)}`,
    `Guidance received: ${inline(reflection.guidance)}`,
    `Followed: ${inline(reflection.followed)}`,
    `Outcome: ${reflection.outcome}`,
    `Accomplishment: ${inline(reflection.accomplishment)}`,
    `Root cause: ${inline(reflection.rootCause)}`,
    `Proposed change: ${inline(reflection.proposedChange)}`,
  ]);
}
