/** Writes what keeps a run from going on, for every comment about its status. */
import { MAX_REPLACEMENTS } from "#core/approval/lease.ts";
import { INTERRUPTED_MESSAGE } from "#core/run/evolve/evolve-control.ts";
import type { Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { list, parts } from "#text/format/table.ts";
import { failedAtoms } from "#text/phrases/atom-words.ts";
import { rehearsalFindings } from "#text/phrases/rehearsal-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { inline } from "#text/sanitize/quote.ts";

/**
 * Failed steps, atoms that failed for good, a failed setup, what setup was denied (such as network hosts), what a job
 * gave up on, a refused budget, an unreadable history; empty where there is none.
 */
export function errorLines(run: Run): string {
  const { setup, budgetRefused, unreadable, gaveUp, graph, progress, replaced, audits } = run;
  const found = wasAsked(run) ? null : run.errorState;
  return list([
    ...(found === null ? [] : [`${found.step} failed (attempt ${found.count}): ${inline(clip(found.message, 500))}`]),
    ...(setup?.ok === false ? [`Setup failed: ${inline(clip(setup.details, 500))}`] : []),
    ...(setup?.ok === true && setup.details !== ""
      ? [`Setup asked for more than it may: ${inline(clip(setup.details, 800))}`]
      : []),
    ...rehearsalFindings(run).map((text) => inline(clip(text, 800))),
    ...formatErrorLines(progress),
    ...failedAtoms(graph).map((text) => inline(clip(text, 500))),
    ...(audits.last?.verdict === "CANNOT_ASSESS"
      ? [`Not assessed by the last audit: ${inline(audits.last.issue)}`]
      : []),
    ...(gaveUp === null ? [] : [`${REASON_WORDS[gaveUp.reason]}: ${inline(clip(gaveUp.message, 800))}`]),
    ...(replaced === 0
      ? []
      : [
          `${counted(replaced, "machine")} of at most ${MAX_REPLACEMENTS} lost in a row: another one goes on from ` +
            "the last iteration that was kept",
        ]),
    ...(budgetRefused === null ? [] : [`Not spent: ${inline(budgetRefused)}`]),
    ...(unreadable === null ? [] : [`History: ${inline(clip(unreadable, 500))}`]),
  ]);
}

/** A step that a stop request interrupted is no error. */
function wasAsked({ errorState, stopRequest }: Run): boolean {
  return stopRequest !== null && errorState?.message === INTERRUPTED_MESSAGE;
}

/** A failed format command: the work stays as the worker left it. Empty where formatting went well or did not run. */
export function formatErrorLines({ formatting }: Run["progress"]): readonly string[] {
  return formatting === null || formatting.ok ? [] : [`Not formatted: ${inline(clip(formatting.details, 300))}`];
}

/** The questions that the issue leaves open, each with its default where it has one; empty once they are answered. */
export function questionLines({ stage, questions }: Run): string {
  if (stage !== "needs_info") return "";
  return list(
    questions.map(
      ({ question, default: answer }) =>
        `${inline(question)} ${answer === null ? "(no default)" : `(default: ${inline(answer)})`}`,
    ),
  );
}

/** The plan-critic's verdict and findings. */
export function criticLines({ review, revisions }: Run): string {
  if (review === null) return "not reviewed";
  const findings = review.findings.map(
    ({ check, problem, suggestion }) => `${check}: ${inline(problem)} (suggestion: ${inline(suggestion)})`,
  );
  return parts([`**${review.verdict}** after ${counted(revisions, "revision")}.`, list(findings)]);
}
