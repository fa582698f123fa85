/** PLAN: a model plans one to five steps for this iteration, each for an active rule. */
import * as z from "zod";
import { idleSteps, PlanStep } from "#core/events/data/iteration.ts";
import type { EventDraft } from "#core/events/event.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { planPrompt } from "#text/prompts/plan.ts";

/** The planner's answer. */
export const PlanAnswer = z.strictObject({ plan: z.array(PlanStep).min(1).max(5) });

export async function plan(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  const active = activeRules(workPlanOf(run).rules, run.progress.level);
  try {
    const answer = await askRole(run, context, {
      role: "planner",
      question: planPrompt(run),
      schema: PlanAnswer.superRefine(({ plan: steps }, check) => {
        const idle = idleSteps(active, steps);
        const message = `these serve no active rule: ${idle.join(", ")}`;
        if (idle.length > 0) check.addIssue({ code: "custom", message });
      }),
      toolAccess: workingCopy.toolAccess,
    });
    return [{ kind: "plan_created", steps: answer.plan }];
  } finally {
    await workingCopy.close();
  }
}
