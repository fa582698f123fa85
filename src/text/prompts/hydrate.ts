/** Asks the hydrator to turn an issue into a plan, or into questions. */
import type { Config } from "#core/config.ts";
import type { Correction } from "#core/correction.ts";
import type { Review } from "#core/gates.ts";
import type { Issue } from "#core/issue.ts";
import type { Recalled } from "#core/memory.ts";
import type { Tracker } from "#core/tracker.ts";
import { clip } from "../fit.ts";
import { fence } from "../quote.ts";
import { relevantData, trackerData } from "./context.ts";
import { correctionsData } from "./corrections.ts";
import { block, issueData, memoriesData } from "./data.ts";
import { frame } from "./frame.ts";
import { findingsData } from "./reviews.ts";

/** What the hydrator works from. `more` paths are not among `files`. `template` is our own text; `revision` is the review that sent a first plan back, else null. */
export interface HydrateMaterial {
  readonly issue: Issue;
  readonly config: Config;
  readonly detected: { readonly files: readonly string[]; readonly more: number; readonly readme: string | null };
  readonly template: string;
  readonly context: { readonly tracker: Tracker | null; readonly relevant: readonly string[] };
  readonly revision: Review | null;
  /** What maintainers said since the run began. */
  readonly corrections: readonly Correction[];
  /** What earlier runs left that fits. */
  readonly memories: readonly Recalled[];
}

const README = 6000;

const TASK = [
  "Turn the issue into a plan that a maintainer can approve and a program can check. Read the files that you need before you write it.",
  "Answer with one JSON object: a plan, or one to three questions if an honest plan needs an answer that the issue and the repository do not give. Where you ask, leave the rest empty. Ask nothing that a maintainer has answered.",
  "A question has a default: what you would plan if nobody answered, in one sentence; null only where nothing can be assumed. Where a default is obvious, plan with it and do not ask.",
  "intent: one sentence, what shall hold afterwards. deliverables: one to seven. done: statements that anyone can see to be true or false.",
  "workflow: question (only an answer is wanted), minor-edit (one clear change in one file), tdd (behaviour is added or repaired), batch (the same for many files), qa-proof (only an investigation), plan-mode (several steps that depend on each other).",
  "rules: ids like a.correctness.parser; a. for what must hold, b. for what makes it good. severity fail blocks, warn lowers the score, info is only tracked.",
  "Prefer command checks: they exit with 0 when the rule holds, run at the root of the repository without network, and use only what the repository has. Judge by content only what no command can decide: at most 20 % of the weight of a level.",
  "A command that imports the code under test prints a word at its very end, on standard output, and names it in prints: code that ends the process early exits with 0 too. Else prints is null.",
  "For tdd at least one fail rule must be a command that fails today because of what the code does, and passes when the work is done. That a file is missing proves nothing: a command that names a file which is not there yet does not count as failing today.",
  "atoms: one to twelve pieces of work with ids A1, A2 and so on, each with a result that can be seen and small enough for one worker in one go. A small issue is one atom: more cost more and are no better.",
  "dependsOn: the atoms that must be done before, nothing else. group: atoms that name the same group, such as storage, are alternatives: one of them is enough, the first is tried first; null for all others. doubtful: true only where it is not clear that it can be done at all; it is looked into first. priority: 1 comes first, 3 last.",
  "scope.paths: globs, as narrow as the work allows; scope.out: what a reader may expect but will not get.",
  "expectedTestChanges: only tests that state the old behaviour and must change with it.",
  "Other issues are there so that you neither do their work nor work against it: what is blocked or linked may be a reason to ask.",
  "Memories, if any are given, are what earlier runs of this repository left. They are hints, not constraints: a maintainer's word weighs most, a fact may have changed, and a reflection is a guess. Where the files say otherwise, the files are right.",
  "If findings are given, they are the plan-critic's about an earlier plan: answer each of them in the new one.",
];

function filesData({ files, more }: HydrateMaterial["detected"]): string {
  return block("files", "repository", more > 0 ? [...files, `… and ${more} more`] : files);
}

function settingsData({ checks, tests, protected: guarded, limits, rules }: Config): string {
  const commands = Object.entries(checks).flatMap(([name, command]) => (command === null ? [] : [`${name}: ${command}`]));
  return block("settings", "configuration of the repository", [
    ...(commands.length === 0 ? ["no check commands are known"] : commands),
    `tests: ${tests.join(", ")}`,
    `protected: ${guarded.join(", ")}`,
    `iterations: ${limits.iterations}`,
    ...rules.map(({ id, description }) => `a rule that every plan here gets, not to be drafted again: ${id}: ${description}`),
  ]);
}

/** The hydrator's prompt (S0.21 to S0.27, architecture 4). The README is cut at 6000 characters. */
export function hydratePrompt({ issue, config, detected, template, context, revision, corrections, memories }: HydrateMaterial): string {
  return frame("HYDRATE", TASK, [
    `Rules that usually fit such work; keep what fits:\n${template}`,
    settingsData(config),
    filesData(detected),
    detected.readme === null ? "" : fence("README", "repository", clip(detected.readme, README)),
    relevantData(context.relevant),
    trackerData(context.tracker),
    ...memoriesData(memories),
    issueData(issue),
    correctionsData(corrections),
    findingsData(revision),
  ]);
}
