/** Writes how a run ended, as a new comment, because GitHub notifies nobody of an edit. */
import { endsAsDraft } from "#core/decide/draft-pull-request.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { isDraftPullRequest } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, publicationOf } from "#core/run/run-facts.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, page, section } from "#text/format/table.ts";
import { unseenWords } from "#text/phrases/base-words.ts";
import { timeUseLine } from "#text/phrases/caps.ts";
import { ciLine } from "#text/phrases/ci-words.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { learnLines } from "#text/phrases/tool-problem-words.ts";
import { code } from "#text/sanitize/quote.ts";
import { answerText } from "#text/sections/answer-text.ts";
import { checklist } from "#text/sections/checklist.ts";
import { criticLines, errorLines, questionLines } from "#text/sections/error-lines.ts";
import { failedRuleLines } from "#text/sections/rule-failures.ts";
import { distanceLines, distanceNow } from "#text/sections/score-table.ts";
import { finalSummary, headline } from "#text/sections/summary.ts";
import { auditLines, reflectionLines, verdictLines } from "#text/sections/verification-lines.ts";

/** Addresses that the driver makes; null where there is no page (on the command line). */
export interface Links {
  /** The comparison of the base with the branch. */
  readonly compare: string | null;
}

function whereabouts(run: Run, { compare }: Links): string {
  const { base, progress } = run;
  const published = publicationOf(run);
  if (published?.number != null) return [`Pull request: #${published.number}`, ...unseenWords(run)].join(". ");
  if (isDraftPullRequest(run)) return `Draft pull request: #${run.drafted}, which no verifier accepted yet`;
  if (progress.head.commit === base.commit) return "Nothing was committed: there is no branch.";
  const comparison = compare === null ? "" : ` ([compare](${compare}))`;
  // The person who took the work over may have a pull request of it: the section Trouble says what was seen.
  const none = run.gaveUp?.reason === "taken_over" ? "" : "No pull request. ";
  return (
    `${none}Branch: ${code(published?.branch ?? branchOf(run))} at ` +
    `${code(progress.head.commit)}${comparison}${endsAsDraft(run) ? ". A draft pull request of it follows" : ""}`
  );
}

/**
 * All about how a run ended, between the headline and the next step. `evidence`: whether to list the rules that did not
 * pass.
 */
export function resultParts(run: Run, links: Links, evidence: boolean): readonly string[] {
  const distance = run.stage === "completed" ? null : distanceNow(run);
  return [
    whereabouts(run, links),
    ciLine(run),
    section("Answer", answerText(run.answer)),
    section("Questions", questionLines(run)),
    section("Plan-critic", run.stage === "halted" ? criticLines(run) : ""),
    section("Trouble", run.stage === "completed" ? "" : errorLines(run)),
    section("Summary", finalSummary(run)),
    section("Time budget", timeUseLine(run) ?? ""),
    section("Distance to success", distance === null ? "" : distanceLines(distance)),
    evidence ? section("Not passed", failedRuleLines(evaluationToShow(run)?.results ?? [])) : "",
    section("Verification", verdictLines(run)),
    section("Acceptance", checklist(run.checklist)),
    section("Audits", auditLines(run)),
    fold("Framework Reflection", reflectionLines(run.reflection)),
    fold("What agents stumbled over", learnLines(run.learned)),
  ];
}

/** The result comment. Never throws: a run may end before it has a plan. */
export function resultComment(run: Run, links: Links): string {
  const write = (evidence: boolean): string =>
    page([headline(run), ...resultParts(run, links, evidence), `Next: ${nextWords(run)}.`]);
  return shortenToLimit([() => write(true), () => write(false)]);
}
