/** PLAN: a model plans three to five steps for this iteration, each for an active rule. */
import * as z from "zod";
import { idleSteps, PlanStep } from "#core/events/data/iteration.ts";
import type { EventDraft } from "#core/events/event.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { Failure } from "#ports/failure.ts";
import { planPrompt } from "#text/prompts/plan.ts";

const Answer = z.strictObject({ plan: z.array(PlanStep).min(3).max(5) });

export async function plan(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const answer = await askRole(run, context, {
      role: "planner",
      question: planPrompt(run),
      schema: Answer,
      toolAccess: workingCopy.toolAccess,
    });
    const idle = idleSteps(activeRules(workPlanOf(run).rules, run.progress.level), answer.plan);
    if (idle.length > 0)
      throw new Failure("answer", `the planner's steps serve no active rule: ${idle.join(", ")}`, { retryable: true });
    return [{ kind: "plan_created", steps: answer.plan }];
  } finally {
    await workingCopy.close();
  }
}
