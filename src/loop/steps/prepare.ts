/** PREPARE: a model adds checks that make the rules of this level harder to pass by luck; it never sees the work. */
import * as z from "zod";
import { AddedCheck, HiddenCheck } from "#core/events/data/iteration.ts";
import type { EventDraft } from "#core/events/event.ts";
import { allowedHiddenChecks } from "#core/iteration/hidden-checks.ts";
import { allowedChecks } from "#core/iteration/prepared-checks.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { withRefusals } from "#loop/checks/attacks/refusals.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { preparePrompt } from "#text/prompts/prepare.ts";

/** The preparer's answer. */
export const PreparedAnswer = z.strictObject({
  checks: z.array(AddedCheck).max(20),
  hidden: z
    .array(HiddenCheck.omit({ refuses: true }))
    .max(10)
    .default([]),
  notes: z.array(z.string().max(500)).max(10),
});

export async function prepare(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const workingCopy = await context.workspace.open(run.base.tree, { git: false });
  try {
    const answer = await askRole(run, context, {
      role: "preparer",
      question: preparePrompt(run),
      schema: PreparedAnswer,
      toolAccess: workingCopy.toolAccess,
    });
    const { checks, refused } = allowedChecks(run, answer.checks);
    const kept = allowedHiddenChecks(run, answer.hidden);
    const subject = { ...checkSubjectOf(run, context, run.base.tree), plan: planOf(run) };
    const hidden = await withRefusals(subject, kept.hidden);
    const notes = [...answer.notes, ...refused, ...kept.refused].slice(0, 30);
    return [{ kind: "checks_prepared", checks: [...checks], hidden: [...hidden], notes }];
  } finally {
    await workingCopy.close();
  }
}
