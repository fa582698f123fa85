/** Asks the hydrator for rules that measure what a review of finished work asks for. */
import { correctionText } from "#core/events/data/correction.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import { MOST_REVIEW_RULES } from "#core/rules/review-rules.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { reviewsToMeasure, workPlanOf } from "#core/run/run-facts.ts";
import { ruleLine } from "#text/phrases/check-words.ts";
import { fence } from "#text/sanitize/quote.ts";
import { block, rulesData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";
import { brokenData } from "./reviews.ts";

/** The rules of the answer before, and what is wrong with them; both are empty for the first one. */
export interface TriedRules {
  readonly rules: readonly Rule[];
  readonly broken: readonly BrokenRule[];
}

const TASK = [
  "A maintainer has looked at the work below, whose files are before you, and wants something of it otherwise: the " +
    "words behind `review`. Write rules by which a program can see whether that was done. Do not do it, and plan " +
    "nothing. Read the files that you need before you write a rule.",
  `rules: none to ${MOST_REVIEW_RULES}, each for one thing that the review asks for; nothing that it does not say, ` +
    "and nothing that a rule of the plan shows already. Each is tried on the work as it is: it must not hold there, " +
    "because what is asked for is not done. It must hold once it is done, in whatever way.",
  "kind command: text exits with 0 when the rule holds, runs at the root of the repository without network, and uses " +
    "only what the repository has. not_command: a command that must not succeed. file, not_file: one path or glob " +
    "that must be there, or must not.",
  "A command that imports the code under test prints a word at its very end, on standard output, and names it in " +
    "prints. Else prints is empty.",
  "That a file is missing proves nothing: a command that names a file which is not there yet does not count as red, " +
    "nor does kind file. Say what it must do, or what a file that is there must hold.",
  "unmeasured: each thing that the review asks for and that no command can show, in one sentence: whether a text " +
    "reads well, or a name is a good one. That is an honest answer. A rule that good work may break does harm.",
  "If broken rules are given, they are of your answer before: mend each, or say what it was for in unmeasured. Keep " +
    "the others as they are.",
  "Answer with one JSON object: the rules, each with description, kind, text and prints; and unmeasured.",
];

/** The prompt of MEASURE. Throws on a bug: no plan. */
export function measurePrompt(run: Run, { rules, broken }: TriedRules): string {
  const reviews = reviewsToMeasure(run);
  return frame("MEASURE", TASK, [
    ...taskData({ ...run, corrections: run.corrections.filter((one) => !reviews.includes(one)) }),
    rulesData(workPlanOf(run).rules),
    aboutRun(run),
    ...reviews.map((one) => fence("review", `${one.by}, maintainer`, correctionText(one))),
    block("rules of your answer before", "hydrator", rules.map(ruleLine)),
    brokenData(broken, "trial on the work as it is"),
  ]);
}
