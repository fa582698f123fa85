/** EVALUATE checks every active rule on the tree of this iteration; KEEP commits the best tree to the branch. */
import { oversizeOf } from "#core/analysis/changes/oversize.ts";
import { giveUp } from "#core/approval/verify-outputs.ts";
import type { HiddenTrial } from "#core/events/data/iteration.ts";
import type { EventDraft } from "#core/events/event.ts";
import { PATCH_CHARACTERS } from "#core/events/loop-events.ts";
import { knownResults } from "#core/iteration/known-results.ts";
import { decidedBy } from "#core/rules/check.ts";
import { activeRules, type Rule } from "#core/rules/rule.ts";
import { type RuleResult, evaluate as score } from "#core/rules/score.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import { droppedRuns, recordTrials } from "#core/run/evolve/hidden-record.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, workPlanOf } from "#core/run/run-facts.ts";
import { type CheckedRule, checkEach, drivenResult } from "#loop/checks/check-rules.ts";
import { judge } from "#loop/checks/judge.ts";
import { type CheckSubject, checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { withDrafts } from "#loop/context/with-drafts.ts";
import { ensureSetup } from "#loop/work/ensure-setup.ts";
import { formatWork } from "#loop/work/format-work.ts";
import { commitMessage } from "#text/comments/commit-message.ts";

/**
 * Evaluates the tree, and in the same append commits an iteration that is worth keeping: branch and journal move
 * together.
 */
export async function evaluate(before: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const plan = workPlanOf(before);
  await ensureSetup(before, context);
  const formatted = await formatWork(before, context);
  const run = withDrafts(before, formatted);
  const tree = run.progress.tree ?? run.base.tree;
  const rules = activeRules(plan.rules, run.progress.level);
  const subject = checkSubjectOf(run, context, tree);
  const checked = await checkUnknown(run, subject, rules);
  const { results, trials } = settled(run, checked, await judge(run, context, subject, rules));
  const evaluated: EventDraft = {
    kind: "evaluation_done",
    evaluation: score(tree, run.progress.level, results, plan),
    ...(trials.length > 0 && { trials: [...trials] }),
  };
  const after = withDrafts(run, [evaluated]);
  const kept = needsKeeping(after) ? await keep(after, context) : [];
  return [...formatted, evaluated, ...kept, ...(await pauseIfLarge(before, tree, context))];
}

/** Checks the rules, but for those of which the level before has just shown on this tree that they hold. */
async function checkUnknown(run: Run, subject: CheckSubject, rules: readonly Rule[]): Promise<readonly CheckedRule[]> {
  const known = new Map(
    knownResults(run.progress, subject.tree, [...subject.added, ...subject.hidden]).map((one) => [one.id, one]),
  );
  const open = rules.filter(({ id }) => !known.has(id));
  const checked = await checkEach(subject, open);
  const driven = rules.filter(({ check }) => decidedBy(check) === "driver");
  return driven.flatMap(({ id }) => {
    const shown = known.get(id);
    return shown === undefined ? checked.filter((one) => one.shown.id === id) : [{ shown, tried: [] }];
  });
}

/** The results without the hidden checks that these very results make fall, and what all of them showed. */
function settled(
  run: Run,
  checked: readonly CheckedRule[],
  judged: readonly RuleResult[],
): { readonly results: readonly RuleResult[]; readonly trials: readonly HiddenTrial[] } {
  const trials = checked.flatMap(({ tried }) => tried.map(({ trial }) => trial));
  const strict = [...checked.map((one) => drivenResult(one)), ...judged];
  const dropped = droppedRuns(recordTrials(run, strict, trials));
  return { results: [...checked.map((one) => drivenResult(one, dropped)), ...judged], trials };
}

/**
 * Pauses the run where one person cannot read the change in one go, until a maintainer continues it; a tree that is on
 * the branch already is not asked about again.
 */
async function pauseIfLarge(
  { base, progress: { head } }: Run,
  tree: string,
  { workspace }: StepContext,
): Promise<readonly EventDraft[]> {
  if (tree === head.tree || tree === base.tree) return [];
  const reasons = oversizeOf(await workspace.weights(base.tree, tree));
  return reasons.length === 0 ? [] : [giveUp("large_change", reasons)];
}

/** Commits the best tree on top of the branch's head. The journal moves the branch itself when it appends the event. */
export async function keep(run: Run, { workspace, clock }: StepContext): Promise<readonly EventDraft[]> {
  const { best, head } = run.progress;
  if (best === null) throw new Error("bug: there is nothing to keep");
  const commit = await workspace.commit({
    tree: best.evaluation.tree,
    parent: head.commit,
    message: commitMessage(run),
    at: clock.now(),
  });
  return [
    {
      kind: "iteration_kept",
      branch: branchOf(run),
      before: head.commit === run.base.commit ? null : head.commit,
      commit,
      patch: await workspace.patch(run.base.tree, best.evaluation.tree, PATCH_CHARACTERS),
    },
  ];
}
