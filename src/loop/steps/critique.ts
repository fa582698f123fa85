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
import { Failure } from "#ports/failure.ts";
import { critiquePrompt } from "#text/prompts/critique.ts";

const Answer = z.strictObject({
  hypotheses: z.array(Hypothesis).max(15).default([]),
  issues: z.array(Advice).min(1).max(5),
});

export async function critique(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const rounds = canDebug(run) ? limitsOf(run).debugRounds : 0;
  if (rounds > 0) await ensureSetup(run, context);
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const { toolAccess, tried } = scratchCopyOf(workingCopy.toolAccess, rounds);
    const answer = await askRole(run, context, {
      role: "critique",
      question: critiquePrompt(run, rounds),
      schema: Answer,
      toolAccess,
    });
    return [
      {
        kind: "critique_done",
        advice: [...inOrder(run, answer.issues)],
        hypotheses: [...checkHypotheses(answer.hypotheses, tried())],
      },
    ];
  } finally {
    await workingCopy.close();
  }
}

/**
 * Puts the advice into the order that code decides. Throws `Failure("answer")` when it is about none of the failed
 * rules.
 */
function inOrder(run: Run, issues: readonly Advice[]): readonly Advice[] {
  const targets = critiqueTargetsOf(run).map(({ rule }) => rule.id);
  const advice = targets.flatMap((id) => issues.find(({ rule }) => rule === id) ?? []);
  if (advice.length > 0) return advice;
  throw new Failure("answer", `the critique names none of the failed rules (${targets.join(", ")})`, {
    retryable: true,
  });
}
