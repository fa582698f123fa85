/**
 * Lets a model judge the rules that the driver cannot decide. A verdict must quote the lines that show it; a quote that
 * stands nowhere in the file makes the rule fail.
 */
import * as z from "zod";
import { MOST_RULES } from "#core/plan/plan.ts";
import { lineOfQuote } from "#core/rules/quotations.ts";
import type { Rule } from "#core/rules/rule.ts";
import { Quote, type RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { type JudgeQuestion, judgePrompt } from "#text/prompts/judge.ts";
import { PATCH_CHARACTERS, type Rated, rateAll } from "./rate.ts";
import type { CheckSubject } from "./subject.ts";

const Judgement = z.strictObject({
  id: z.string().min(1).max(200),
  verdict: z.enum(["pass", "fail", "na"]),
  details: z.string().max(1000),
  evidence: z.array(Quote).max(5),
});
/** The evaluator's answer where it judges. */
export const Judgements = z.strictObject({ verdicts: z.array(Judgement).max(MOST_RULES) });

/**
 * Gives the results of those `rules` that a model decides. A rule that the judge leaves out has no result, which is no
 * pass.
 */
export async function judge(
  run: Run,
  context: StepContext,
  subject: CheckSubject,
  rules: readonly Rule[],
): Promise<readonly RuleResult[]> {
  const asked = rules.filter(({ check }) => check.kind === "content");
  const rated = rules.flatMap(({ id, check }): readonly Rated[] => (check.kind === "quality" ? [{ id, check }] : []));
  const ratings = await rateAll(run, context, subject, rated);
  const marked = rated.flatMap(({ id }): readonly RuleResult[] => {
    const rating = ratings.get(id);
    return rating === undefined || rating.outcome === "unjudged"
      ? []
      : [{ id, verdict: rating.outcome, details: rating.details, evidence: [] }];
  });
  return [...(await judgeAll(run, context, subject, asked)), ...marked];
}

/**
 * Asks the judge all questions in one prompt and gives its verdicts; a question that it leaves out has none. Without
 * questions no model is asked.
 */
export async function judgeAll(
  run: Run,
  context: StepContext,
  subject: CheckSubject,
  asked: readonly JudgeQuestion[],
): Promise<readonly RuleResult[]> {
  if (asked.length === 0) return [];
  const { workspace, tree } = subject;
  const changed = await workspace.changes(subject.plan.base.tree, tree);
  const patch = await workspace.patch(subject.plan.base.tree, tree, PATCH_CHARACTERS);
  const workingCopy = await workspace.open(tree, { git: false });
  try {
    const { verdicts } = await askRole(run, context, {
      role: "evaluator",
      question: judgePrompt(asked, { plan: subject.plan, changed, patch }),
      schema: Judgements,
      toolAccess: workingCopy.toolAccess,
      tier: subject.judgedBy,
    });
    const wanted = new Set(asked.map(({ id }) => id));
    return await Promise.all(verdicts.filter(({ id }) => wanted.has(id)).map((verdict) => verified(verdict, subject)));
  } finally {
    await workingCopy.close();
  }
}

async function verified(judgement: z.infer<typeof Judgement>, { workspace, tree }: CheckSubject): Promise<RuleResult> {
  const { verdict, evidence } = judgement;
  const lines = await Promise.all(
    evidence.map(async (quote) => lineOfQuote(quote, await workspace.textAt(tree, quote.path))),
  );
  const wrong = evidence.find((_, index) => lines[index] === null);
  if (wrong !== undefined)
    return {
      ...judgement,
      verdict: "fail",
      details: `invalid: the quoted text stands nowhere in ${wrong.path.slice(0, 300)}`,
    };
  if (verdict === "pass" && evidence.length === 0)
    return { ...judgement, verdict: "fail", details: "invalid: a pass without a quote" };
  return { ...judgement, evidence: evidence.map((quote, index) => ({ ...quote, line: lines[index] ?? quote.line })) };
}
