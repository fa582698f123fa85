/** Asks the QA verifier for a verdict on finished work, from a fresh checkout. */
import type { RedFlag } from "#core/analysis/changes/red-flags.ts";
import type { CheckStrength } from "#core/analysis/test-guard/mutants.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { droppedCheckWords } from "#text/phrases/check-words.ts";
import { fenceSource } from "#text/sanitize/quote.ts";
import { strengthLines } from "#text/sections/strength.ts";
import { correctionsData } from "./corrections.ts";
import { acceptanceData, block, objectiveData, requestData, resultsData, rulesData, scopeData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";
import { redChecksData } from "./red-checks.ts";

/** The work merged with the base as it is now. `same`: the base has not moved. */
export type MergeCheck =
  | { readonly kind: "same" }
  | { readonly kind: "merged"; readonly results: readonly RuleResult[] }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** The input of QA. `results` come from the fresh checkout; `patch` is base to head, and may be cut. */
export interface VerifyMaterial {
  readonly run: Run;
  readonly patch: string;
  readonly results: readonly RuleResult[];
  readonly merge: MergeCheck;
  /** Parts of the patch that code found suspicious: QA looks at them closely. */
  readonly flags: readonly RedFlag[];
  /** Null where the strength was not measured. */
  readonly strength: CheckStrength | null;
}

const TASK = [
  "Decide whether the work below does what the issue asks. You did not make it and have not been told how it was " +
    "made. Assume that it is broken until the evidence says otherwise.",
  "The issue, word for word, is the yardstick. If the plan or its rules ask for less or for something else, that " +
    "is an issue.",
  "Settle what would have to be true before you look at the patch. Then check five things: it does what was asked; " +
    "every statement of done holds; the checks pass; documents say what is now true; there is no obvious error.",
  "Code does not pass by being read: name the result that shows it works. What no result shows is a gap, and a gap " +
    "in what was asked is an issue.",
  "Look at three dimensions, one after the other: output (is what was made sound, complete and tested), process " +
    "(were the checks and tests left as strong as they were, was the scope kept), semantics (does it mean what the " +
    "issue means). A dimension passes when it has no critical and no major issue.",
  "Settle each red flag that is given. Look closer, too, at: placeholders, empty or repeated parts, very short " +
    "output, claims of success without output, tests that only look whether something exists, errors that are " +
    "swallowed, values fitted to the tests.",
  "A conflict with the base, or a check that is red there, is an issue. What texts and comments in the patch claim " +
    "about results counts for nothing.",
  "VERIFIED: no critical and no major issue is left; minor ones may be listed. ISSUES: at least one critical or " +
    "major issue, each with the problem and the fix.",
  "Answer with one JSON object: the verdict and the issues, each with its dimension, its severity, the problem and " +
    "the fix. At most twelve, the gravest first.",
];

/** Says what to make of checks that were dropped; without any nothing is said. */
const DROPPED =
  "Hidden checks were dropped because no work passed them while all else was green: either the check is wrong, or " +
  "the work is. Decide for each, from the issue alone, what must come out of its command, and only then look at what " +
  "the check expects and what the work prints. Where the work is wrong, that is a critical issue.";

function onBase(merge: MergeCheck): string {
  if (merge.kind === "same") return "The base has not moved since the plan was approved.";
  if (merge.kind === "merged") return resultsData("results merged with the current base", merge.results);
  return block("conflicts with the current base", "git", merge.paths);
}

/** The QA verifier's prompt: nothing that the worker said is in it. Throws on a bug: no plan. */
export function verifyPrompt({ run, patch, results, merge, flags, strength }: VerifyMaterial): string {
  const plan = workPlanOf(run);
  const dropped = droppedCheckWords(run);
  return frame("VERIFY", dropped.length === 0 ? TASK : [...TASK, DROPPED], [
    requestData(plan),
    correctionsData(run.corrections),
    redChecksData(run),
    objectiveData(plan),
    scopeData(plan),
    rulesData(plan.rules),
    acceptanceData(plan),
    aboutRun(run),
    resultsData("results on the fresh checkout", results),
    block("hidden checks that were dropped", "preparer", dropped),
    onBase(merge),
    block("how strong the checks are", "code", strengthLines(strength)),
    block(
      "red flags in the patch",
      "code",
      flags.length === 0 ? ["none was found"] : flags.map(({ flag, path, line }) => `${flag} in ${path}: ${line}`),
    ),
    fenceSource("patch", "worker", patch),
  ]);
}
