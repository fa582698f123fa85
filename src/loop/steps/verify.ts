/**
 * VERIFY: checks every rule again on a fresh checkout of the head and on the merge with the base as it is now, then
 * asks an independent verifier, if nothing failed.
 */
import { redFlags } from "#core/analysis/changes/red-flags.ts";
import type { CheckStrength } from "#core/analysis/test-guard/mutants.ts";
import { QaResult } from "#core/events/data/review-results.ts";
import type { EventDraft } from "#core/events/event.ts";
import { unmetReasons } from "#core/rules/checklist-line.ts";
import type { Run } from "#core/run/run.ts";
import { planOf, workPlanOf } from "#core/run/run-facts.ts";
import { accept } from "#loop/checks/accept.ts";
import { strengthOf } from "#loop/checks/faults/strength.ts";
import { proveMerge } from "#loop/checks/merge-with-base.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { criticalProblem, type QaProblem, verifyTree } from "#loop/checks/verify-tree.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { openForProbes } from "#loop/work/scratch-copy.ts";
import { Failure } from "#ports/failure.ts";
import { type VerifyMaterial, verifyPrompt } from "#text/prompts/verify.ts";

/** Characters of the patch that the verifier is shown; it can read the rest. */
const PATCH = 60_000;

export async function verify(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const head = run.progress.head;
  await mustBeTheirs(run, context);
  const base = await context.publisher.baseNow();
  const onHead = await verifyTree(run, context, head.tree, {
    plan: workPlanOf(run),
    baseTests: run.baseScore?.tests ?? null,
  });
  const merge =
    base === run.base.commit
      ? { onBase: { kind: "same" as const }, problems: [] }
      : await proveMerge(run, context, head.commit, base);
  const checklist =
    onHead.checked === null || onHead.problems.length > 0 ? [] : await accept(run, context, onHead.checked);
  const checked = [
    ...onHead.problems,
    ...unmetReasons(checklist).map((line) => criticalProblem(`acceptance: ${line}`)),
    ...merge.problems,
  ];
  const patch = await context.workspace.patch(run.base.tree, head.tree, PATCH);
  const strength =
    checked.length > 0 || onHead.checked === null ? null : await strengthOf(onHead.checked.subject, patch);
  const problems = [...checked, ...tooWeak(run, strength)];
  const qa =
    problems.length > 0 || onHead.checked === null
      ? found(problems)
      : await askVerifier(run, context, onHead.checked.subject, {
          patch,
          results: onHead.checked.evaluation.results,
          merge: merge.onBase,
          strength,
        });
  const measured = strength === null ? {} : { strength };
  const clash = merge.onBase.kind === "conflict" ? { conflicts: true as const } : {};
  return [{ kind: "qa_done", qa, head: head.commit, base, checklist: [...checklist], ...measured, ...clash }];
}

/**
 * Throws unless the checked trees are those of the commits that the verdict is about, and the branch grows from the
 * approved base: merged into it, it gives the tree that is checked. The journal alone is not believed.
 */
async function mustBeTheirs({ base, progress: { head } }: Run, { workspace }: StepContext): Promise<void> {
  for (const { commit, tree } of [base, head]) {
    const found = await workspace.treeOf(commit);
    if (found === tree) continue;
    throw new Failure(
      "git",
      `the commit ${commit} has the tree ${found}, and the journal says ${tree}: nothing is verified`,
      {
        retryable: false,
      },
    );
  }
  const merge = head.commit === base.commit ? null : await workspace.merge(head.commit, base.commit);
  if (merge === null || (merge.kind === "merged" && merge.tree === head.tree)) return;
  throw new Failure(
    "git",
    `the commit ${head.commit} does not grow from the approved base ${base.commit}: nothing is verified`,
    {
      retryable: false,
    },
  );
}

/** The problem of checks that found fewer planted faults than the plan asks for; empty otherwise. */
function tooWeak(run: Run, strength: CheckStrength | null): readonly QaProblem[] {
  const { limits } = planOf(run);
  if (strength === null || strength.found >= limits.strength * strength.planted) return [];
  return [
    criticalProblem(
      `the checks found ${strength.found} of ${strength.planted} faults in the changed lines, ` +
        `and ${limits.strength} of them is asked for`,
    ),
  ];
}

function found(problems: readonly QaProblem[]): QaResult {
  return { verdict: "ISSUES", issues: problems.slice(0, 12) };
}

/**
 * Asks the verifier. It sees the request, the criteria, the patch and the results; nothing of the worker's own account.
 * What it reads no command has touched, and what its commands write nobody reads.
 */
async function askVerifier(
  run: Run,
  context: StepContext,
  { workspace, tree, plan }: CheckSubject,
  material: Omit<VerifyMaterial, "run" | "flags">,
): Promise<QaResult> {
  const probes = await openForProbes(workspace, tree, plan.limits.checkMs);
  try {
    const question = verifyPrompt({ ...material, run, flags: redFlags(material.patch) });
    const qa = await askRole(run, context, {
      role: "qa-verifier",
      question,
      schema: QaResult,
      toolAccess: probes.toolAccess,
      commands: probes.commands,
    });
    return qa.verdict === "VERIFIED" && qa.issues.some(({ severity }) => severity !== "minor")
      ? { ...qa, verdict: "ISSUES" }
      : qa;
  } finally {
    await probes.close();
  }
}
