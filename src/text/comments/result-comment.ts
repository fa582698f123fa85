/** How a run ended, as a new comment, because an edit notifies nobody (architecture 8, S1.55). */
import { endsAsDraft } from "#core/decide/draft-pull-request.ts";
import { type AuditResult, QaDimension, type QaResult, type Reflection } from "#core/events/data/review-results.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { isDraftPullRequest } from "#core/run/pull-request-state.ts";
import { branchOf, publicationOf, type Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section } from "#text/format/table.ts";
import { unseenWords } from "#text/phrases/base-words.ts";
import { timeUseLine } from "#text/phrases/caps.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { learnLines } from "#text/phrases/tool-problem-words.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { answerText } from "#text/sections/answer-text.ts";
import { checklist } from "#text/sections/checklist.ts";
import { criticLines, errorLines, questionLines } from "#text/sections/error-lines.ts";
import { failedRuleLines } from "#text/sections/rule-failures.ts";
import { distanceLines, distanceNow, finalSummary, headline } from "#text/sections/summary.ts";

/** Addresses of our own making; null where there is no page for it (the command line). */
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
  // Whoever took the work over may have a pull request of it: what was seen stands under Trouble.
  const none = run.gaveUp?.reason === "taken_over" ? "" : "No pull request. ";
  return `${none}Branch: ${code(published?.branch ?? branchOf(run))} at ${code(progress.head.commit)}${comparison}${endsAsDraft(run) ? ". A draft pull request of it follows" : ""}`;
}

/** Each of the three dimensions of S0.52: it passes when nothing grave was found in it. */
function dimensions({ issues }: QaResult): string {
  const grave = issues.filter(({ severity }) => severity !== "minor").map(({ dimension }) => dimension);
  return QaDimension.options.map((name) => `${name} ${grave.includes(name) ? "FAIL" : "PASS"}`).join(", ");
}

/** Who stopped the run. A person's word comes first, also where the rules held already (C1.03). */
function stopLines({ stopRequest, ending, progress: { best } }: Run): readonly string[] {
  if (stopRequest === null) return [];
  const said = `Stopped by ${inline(stopRequest.by)}${stopRequest.note === "" ? "" : `: ${inline(stopRequest.note)}`}`;
  const passed = ending === "user_stop" && best?.evaluation.level === "B" && best.evaluation.passed;
  return passed ? [said, "The threshold had been reached by then; `/loop resume` has the work verified"] : [said];
}

/** An answer is not verified by QA. */
const QUOTED = "Code found every quotation above word for word: lines in the files of the base, output by running the command again.";

function verdict(run: Run): string {
  const { qa, answer } = run;
  if (answer !== null) return QUOTED;
  const stopped = stopLines(run);
  const last = qa?.last ?? null;
  if (qa === null || last === null) return list([...stopped, "QA: not reached"]);
  const issues = last.issues.map(
    ({ dimension, severity, problem, fix }) => `${dimension}, ${severity}: ${inline(problem)} (fix: ${inline(fix)})`,
  );
  return list([...stopped, `QA: **${last.verdict}** in round ${qa.rounds}, at ${code(qa.head)}; ${dimensions(last)}`, ...issues]);
}

function audits({ audits: made, keyHash, runId }: Run): string {
  const { last, calls } = made;
  const said = last === null ? "no audit was made" : `last audit ${last.verdict}`;
  const objected =
    last === null || last.verdict === "OK" ? [] : [`${objection(last)}: ${inline(last.issue)} (correction: ${inline(last.correction)})`];
  const recheck =
    keyHash === null
      ? []
      : [
          `The moments of the audits can be rechecked: the history of ${code(runId)} reveals each key at the end of its loop, and fixed its SHA-256 (the last is ${code(keyHash)}) before any work was done.`,
        ];
  return list([`${counted(calls, "tool call")}, ${said}`, ...objected, ...recheck]);
}

/** Which principle, and which kind of drift. */
function objection({ principle, drift }: AuditResult): string {
  return [principle === "" ? "no principle named" : principle, ...(drift === "none" ? [] : [drift])].join(", ");
}

/** The seven fields of S0.56. */
function reflectionLines(reflection: Reflection | null): string {
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

/** All that is told of how a run ended, between the headline and what comes next. `evidence`: with that of the rules that did not pass. */
export function resultParts(run: Run, links: Links, evidence: boolean): readonly string[] {
  const distance = run.stage === "completed" ? null : distanceNow(run);
  return [
    whereabouts(run, links),
    section("Answer", answerText(run.answer)),
    section("Questions", questionLines(run)),
    section("Plan-critic", run.stage === "halted" ? criticLines(run) : ""),
    section("Trouble", run.stage === "completed" ? "" : errorLines(run)),
    section("Summary", finalSummary(run)),
    section("Time budget", timeUseLine(run) ?? ""),
    section("Distance to success", distance === null ? "" : distanceLines(distance)),
    evidence ? section("Not passed", failedRuleLines(evaluationToShow(run)?.results ?? [])) : "",
    section("Verification", verdict(run)),
    section("Acceptance", checklist(run.checklist)),
    section("Audits", audits(run)),
    fold("Framework Reflection", reflectionLines(run.reflection)),
    fold("What agents stumbled over", learnLines(run.learned)),
  ];
}

/** The result comment. Throws nothing: a run may end before it had a plan. */
export function resultComment(run: Run, links: Links): string {
  const write = (evidence: boolean): string => page([headline(run), ...resultParts(run, links, evidence), `Next: ${nextWords(run)}.`]);
  return shortenToLimit([() => write(true), () => write(false)]);
}
