/** Asks for further checks of the rules, without showing the work. */
import { allowedCommands } from "#core/iteration/prepared-checks.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { stepsData } from "./atom-data.ts";
import { block, rulesData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";
import { slippedData } from "./reviews.ts";

const TASK = [
  "Think of further checks that would notice if one of the rules below did not hold. You do not see the work: the " +
    "checks follow from the request alone.",
  "Each check is a command for exactly one rule, named by id. It is run beside the rule's own check, and both must " +
    "pass: a check can make a rule harder, never easier.",
  "Use only the commands listed as allowed, exactly as they stand: with any other argument a command is refused. " +
    "Never a judged rule, never a command that the rule has already. It must pass on correct work: a check that " +
    "fails on correct work ruins the run.",
  "Beside them, give hidden checks where a rule's own check could be met without doing what was asked, by code " +
    "that knows its inputs: a command that prints what the code makes of other inputs, which the request implies and " +
    "nobody has named, and exactly what it must then print. It may be any command (node -e, python3 -c, the program " +
    "itself), it must do nothing but print values, and what it expects must be certain from the request: choose " +
    "inputs whose result you need not compute at length, and names that the request or the files give. Its command " +
    "must not hold what it expects, and no yes or no: values. Whoever does the work never sees it; the title is what " +
    "they are told if it fails.",
  "Give one for each function that the request names, or that must change and others may call, and one for a " +
    "function beside it that the request leaves alone: what that prints today is what it must print then.",
  "Where wrong patches are named that every rule lets pass, give at least one hidden check for each of them, on a " +
    "rule that it turns green: its output must be another one with that patch. A patch that no check of yours " +
    "refuses is shown to the maintainer as a gap.",
  "No check at all is a good answer where the rule's own check says everything. Do not repeat checks that are " +
    "there already.",
  "Answer with one JSON object: the checks, each with its rule and its command; the hidden checks, each with its " +
    "rule, title, command and what it must print; and notes on what no command can check.",
];

/**
 * The prompt of PREPARE: it never holds the work or results of it, so that the checks stay independent. Throws on a
 * bug: no plan.
 */
export function preparePrompt(run: Run): string {
  const plan = workPlanOf(run);
  const { level, steps, checks, hidden } = run.progress;
  const allowed = allowedCommands(run);
  return frame("PREPARE", TASK, [
    block(
      "allowed commands",
      "configuration and plan",
      allowed.length === 0 ? ["none: answer with no checks"] : allowed,
    ),
    ...taskData(run),
    rulesData(activeRules(plan.rules, level)),
    aboutRun(run),
    stepsData(steps),
    slippedData(plan.rehearsal?.attacks?.slipped ?? []),
    block(
      "checks that are there already",
      "an earlier iteration",
      [...checks, ...hidden].map(({ rule, run: command }) => `${rule}: ${command}`),
    ),
  ]);
}
