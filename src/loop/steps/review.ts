/** REVIEW: the plan-critic reviews a plan before a person sees it. */
import { PlanReview } from "#core/events/data/review-results.ts";
import type { EventDraft } from "#core/events/event.ts";
import { pathsInScope } from "#core/iteration/scope.ts";
import { judgedShare } from "#core/rules/rule.ts";
import { TEMPLATES, type TemplateName } from "#core/rules/template.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { reviewPrompt } from "#text/prompts/review.ts";

export async function review(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const plan = planOf(run);
  const judged = { A: judgedShare(plan.rules, "A"), B: judgedShare(plan.rules, "B") };
  const covered = pathsInScope(plan, await context.workspace.paths(plan.base.tree));
  const answer = await askRole(run, context, {
    role: "plan-critic",
    question: reviewPrompt(plan, { judged, covered, corrections: run.corrections }),
    schema: PlanReview,
  });
  return [{ kind: "plan_reviewed", review: capped(answer, Math.max(judged.A, judged.B), plan.template) }];
}

/**
 * Sends a plan back where a model would judge more of the weight than its template allows, even where the critic
 * approves it. Only the templates of code and configuration have such a cap.
 */
function capped(answer: PlanReview, judged: number, template: TemplateName): PlanReview {
  const cap = TEMPLATES[template].judgedCap;
  if (cap === null || judged <= cap || answer.verdict !== "PROCEED") return answer;
  const problem =
    `${Math.round(judged * 100)} % of the weight of a level is judged by a model; ` +
    `at most ${cap * 100} % may be for ${template}.`;
  const finding = {
    check: "verification" as const,
    problem,
    suggestion: "Give these rules commands that check them, or drop them.",
  };
  return { verdict: "REVISE", findings: [finding, ...answer.findings].slice(0, 12) };
}
