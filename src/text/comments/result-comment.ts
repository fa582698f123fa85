/** Writes how a run ended, as a new comment, because GitHub notifies nobody of an edit. */
import { endsAsDraft } from "#core/decide/draft-pull-request.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { isDraftPullRequest } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, publicationOf } from "#core/run/run-facts.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, page, parts, section } from "#text/format/table.ts";
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
import { finalSummary, headline, isShownByPull } from "#text/sections/summary.ts";
import {
  auditLines,
  recheckLines,
  reflectionLines,
  stoppedBy,
  verdictLines,
} from "#text/sections/verification-lines.ts";

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

/** The checks that are not in a pull request already: how far it came, what failed, and what QA and the audits said. */
function provingFolds(run: Run, evidence: boolean): readonly string[] {
  const distance = run.stage === "completed" ? null : distanceNow(run);
  return [
    fold("Distance to success", distance === null ? "" : distanceLines(distance)),
    evidence ? fold("Not passed", failedRuleLines(evaluationToShow(run)?.results ?? [])) : "",
    fold("Verification", verdictLines(run)),
    fold("Acceptance", checklist(run.checklist)),
    fold("Audits", auditLines(run)),
  ];
}

/**
 * All about how a run ended, between the headline and the next step; most of it in folds. `evidence`: whether to list
 * the rules that did not pass. What the pull request of the run says is not said again.
 */
export function resultParts(run: Run, links: Links, evidence: boolean): readonly string[] {
  const time = timeUseLine(run);
  return [
    parts([stoppedBy(run), whereabouts(run, links)]),
    ciLine(run),
    section("Answer", answerText(run.answer)),
    section("Questions", questionLines(run)),
    section("Review of the plan", run.stage === "halted" ? criticLines(run) : ""),
    section("Trouble", run.stage === "completed" ? "" : errorLines(run)),
    ...(isShownByPull(run) ? [fold("Audits", recheckLines(run))] : provingFolds(run, evidence)),
    fold("Figures", parts([finalSummary(run), time === null ? "" : `Time: ${time}`])),
    fold("Framework Reflection", reflectionLines(run.reflection)),
    fold("What agents stumbled over", learnLines(run.learned)),
  ];
}

/** The result comment. Never throws: a run may end before it has a plan. */
export function resultComment(run: Run, links: Links): string {
  const write = (evidence: boolean): string => {
    const [where = "", ...rest] = resultParts(run, links, evidence);
    return page([headline(run), where, `Next: ${nextWords(run)}.`, ...rest]);
  };
  return shortenToLimit([() => write(true), () => write(false)]);
}
