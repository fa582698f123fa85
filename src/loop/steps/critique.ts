/**
 * CRITIQUE: a model says what is wrong with each failed rule and what to do, at most five; where a check can be run, it
 * first tries out why the check fails.
 */
import * as z from "zod";
import { checkHypotheses, Hypothesis } from "#core/events/data/hypothesis.ts";
import { Advice } from "#core/events/data/iteration.ts";
import type { EventDraft } from "#core/events/event.ts";
import { canDebug, critiqueTargetsOf } from "#core/iteration/critique-targets.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { ensureSetup } from "#loop/work/ensure-setup.ts";
import { scratchCopyOf } from "#loop/work/scratch-copy.ts";
import { critiquePrompt } from "#text/prompts/critique.ts";

/** The critique's answer. */
export const CritiqueAnswer = z.strictObject({
  hypotheses: z.array(Hypothesis).max(15).default([]),
  issues: z.array(Advice).min(1).max(5),
});

export async function critique(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const rounds = canDebug(run) ? limitsOf(run).debugRounds : 0;
  const targets = critiqueTargetsOf(run).map(({ rule }) => rule.id);
  if (rounds > 0) await ensureSetup(run, context);
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const { toolAccess, tried } = scratchCopyOf(workingCopy.toolAccess, rounds);
    const answer = await askRole(run, context, {
      role: "critique",
      question: critiquePrompt(run, rounds),
      schema: CritiqueAnswer.refine(({ issues }) => inOrder(targets, issues).length > 0, {
        error: `none of the issues is about a failed rule: ${targets.join(", ")}`,
      }),
      toolAccess,
    });
    return [
      {
        kind: "critique_done",
        advice: [...inOrder(targets, answer.issues)],
        hypotheses: [...checkHypotheses(answer.hypotheses, tried())],
      },
    ];
  } finally {
    await workingCopy.close();
  }
}

/** The advice in the order that code decides; empty when it is about none of the failed rules. */
function inOrder(targets: readonly string[], issues: readonly Advice[]): readonly Advice[] {
  return targets.flatMap((id) => issues.find(({ rule }) => rule === id) ?? []);
}
