/**
 * MEASURE: a model makes rules of what a review of the pull request asks for. Each is tried on the head that the work
 * goes on from, and counts only where it is red there.
 */
import * as z from "zod";
import { MOST_RETURNS } from "#core/decide/rehearsal.ts";
import type { EventDraft } from "#core/events/event.ts";
import { unfitRules } from "#core/iteration/unfit-rules.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import { MOST_REVIEW_RULES, ReviewRuleDraft, reviewRules } from "#core/rules/review-rules.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { planOf, workPlanOf } from "#core/run/run-facts.ts";
import { tryRules } from "#loop/checks/check-base.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { ensureSetup } from "#loop/work/ensure-setup.ts";
import { measurePrompt, type TriedRules } from "#text/prompts/measure.ts";

/** The hydrator's answer about a review. */
export const MeasureAnswer = z
  .strictObject({
    rules: z.array(ReviewRuleDraft).max(MOST_REVIEW_RULES),
    unmeasured: z.array(z.string().trim().min(1).max(300)).max(MOST_REVIEW_RULES),
  })
  .refine(({ rules, unmeasured }) => rules.length + unmeasured.length > 0, {
    error: "give a rule, or say what cannot be measured",
  });

/** Gives the rules that are red, and what no rule decides: the work goes on all the same. */
export async function measure(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { head } = run.progress;
  await ensureSetup(run, context);
  const { toolAccess, close } = await context.workspace.open(head.tree, { git: false });
  const taken = workPlanOf(run).rules.map(({ id }) => id);
  try {
    let tried: TriedRules = { rules: [], broken: [] };
    for (let returns = 0; ; returns++) {
      const question = measurePrompt(run, tried);
      const answer = await askRole(run, context, { role: "hydrator", question, schema: MeasureAnswer, toolAccess });
      const rules = reviewRules(answer.rules, taken);
      const broken = await brokenOnHead(rules, run, context);
      if (broken.length === 0 || returns === MOST_RETURNS)
        return [
          {
            kind: "review_measured",
            of: run.corrections.length - 1,
            head: head.commit,
            ...partsOf(rules, broken, answer.unmeasured),
          },
        ];
      tried = { rules, broken };
    }
  } finally {
    await close();
  }
}

async function brokenOnHead(rules: readonly Rule[], run: Run, context: StepContext): Promise<readonly BrokenRule[]> {
  const { tree } = run.progress.head;
  const plan = { ...planOf(run), rules: [...rules] };
  const trials = await tryRules({ ...checkSubjectOf(run, context, tree), plan });
  return unfitRules(plan, trials, await context.workspace.paths(tree));
}

/** What a rule was for that does not measure it is asked for all the same, in the words of the rule. */
function partsOf(
  rules: readonly Rule[],
  broken: readonly BrokenRule[],
  unmeasured: readonly string[],
): Pick<EventDraft<"review_measured">, "rules" | "unmeasured"> {
  const unfit = new Set(broken.map(({ id }) => id));
  return {
    rules: rules.filter(({ id }) => !unfit.has(id)),
    unmeasured: [...unmeasured, ...rules.filter(({ id }) => unfit.has(id)).map(({ description }) => description)],
  };
}
