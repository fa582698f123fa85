/** Writes the title and the body of a pull request: what changed and why, the evidence, what was not checked. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { PullRequestOpener } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page } from "#text/format/table.ts";
import { issueMark } from "#text/phrases/issue-mark.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { titleLine } from "#text/sanitize/quote.ts";
import { checklist } from "#text/sections/checklist.ts";
import { shortIntent, wholeIntent } from "#text/sections/intent.ts";
import { approvalLines, biteDetails, notChecked, remarks } from "#text/sections/reviewer-notes.ts";
import { failedRuleLines } from "#text/sections/rule-failures.ts";
import { ruleTable } from "#text/sections/rule-table.ts";
import { distanceLines, distanceNow, scoreTable } from "#text/sections/score-table.ts";
import { strengthSection } from "#text/sections/strength.ts";
import { figures } from "#text/sections/summary.ts";
import { clickNote } from "./click-note.ts";
import { briefLists } from "./pull-summary.ts";

const GOES_ON = " A review that requests changes, or a comment `/loop redirect <text>`, has it go on with this branch.";

/** The title: the plan's intent in at most 100 characters. Throws on a bug: no plan. */
export function pullRequestTitle(run: Run): string {
  return clip(titleLine(planOf(run).objective.intent), 100);
}

/**
 * The body of a draft that shows unfinished work: how far it came and what is red. It closes no issue. `opener`: who
 * opens or updates it. Throws on a bug: no plan, or no end.
 */
export function draftBody(run: Run, opener: PullRequestOpener | null): string {
  const { ending, issue } = run;
  if (ending === null) throw new Error("bug: a draft shows a run that ended");
  const distance = distanceNow(run);
  const intent = shortIntent(planOf(run));
  const write = (detailed: boolean): string =>
    page([
      `**Not finished**, because ${REASON_WORDS[ending]} · ${figures(run)}`,
      intent,
      "No verifier accepted this work. It is a draft so that somebody can look at it, and finish it or throw it away.",
      fold("What was asked, in full", wholeIntent(planOf(run), intent)),
      fold("Distance to success", distance === null ? "" : distanceLines(distance)),
      fold("Each point, and how it was checked", ruleTable(run)),
      detailed ? fold("Not passed", failedRuleLines(evaluationToShow(run)?.results ?? [])) : "",
      fold("Not checked", list(notChecked(run))),
      fold("Remarks", list(remarks(run))),
      fold("How it came about", approvalLines(run)),
      detailed ? fold("Scores", scoreTable(run)) : "",
      `For #${issue.number}, which stays open when this is merged. \`/loop resume\` on the issue goes on with this ` +
        "branch, and makes the draft ready for review once it is verified. The branch is yours to change: once you " +
        "push to it, Loopwright does not.",
      clickNote(run, opener),
    ]);
  return shortenToLimit([() => write(true), () => write(false)], { footer: issueMark(issue.number) });
}

/**
 * The body. It closes the run's own issue and no other. `opener`: who opens or updates the pull request. Throws on a
 * bug: no plan.
 */
export function pullRequestBody(run: Run, opener: PullRequestOpener | null): string {
  const { number } = run.issue;
  const passed = run.passedBy === "no_major_issues" ? "**Passed with warnings**" : "**Passed**";
  const lists = briefLists(run);
  const intent = shortIntent(planOf(run));
  const write = (detailed: boolean): string =>
    page([
      `${passed} · ${figures(run)}`,
      intent,
      ...lists.map(({ shown }) => shown),
      fold("What was asked, in full", wholeIntent(planOf(run), intent)),
      ...lists.map(({ whole }) => whole),
      fold("Each point, and how it was checked", ruleTable(run)),
      fold("Acceptance", checklist(run.checklist)),
      fold("Strength of the checks", strengthSection(run.strength, biteDetails(run))),
      fold("How it came about", approvalLines(run)),
      detailed ? fold("Scores", scoreTable(run)) : "",
      `Review it like any other pull request; Loopwright does not merge.${number === null ? "" : GOES_ON} ` +
        "The branch is yours to change: once you push to it, Loopwright does not.",
      clickNote(run, opener),
    ]);
  return shortenToLimit(
    [() => write(true), () => write(false)],
    number === null ? {} : { footer: `\nCloses #${number}\n${issueMark(number)}` },
  );
}
