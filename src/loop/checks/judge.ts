/**
 * Lets a model judge the rules that the driver cannot decide. A verdict must quote the lines that show it; a quote that
 * stands nowhere in the file, twice, makes the rule fail.
 */
import * as z from "zod";
import { MOST_RULES } from "#core/plan/plan.ts";
import { lineOfQuote } from "#core/rules/quotations.ts";
import type { Rule } from "#core/rules/rule.ts";
import { Quote, type RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { type JudgeQuestion, judgePrompt } from "#text/prompts/judge.ts";
import { PATCH_CHARACTERS, type Rated, rateAll } from "./rate.ts";

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
 * Asks the judge all questions in one prompt and gives its verdicts. What it left out, and what it did not prove, it is
 * asked once more with what was wrong; a question without a verdict after that has none. Without questions no model is
 * asked.
 */
export async function judgeAll(
  run: Run,
  context: StepContext,
  subject: CheckSubject,
  asked: readonly JudgeQuestion[],
): Promise<readonly RuleResult[]> {
  if (asked.length === 0) return [];
  const { workspace, tree, plan } = subject;
  const changed = await workspace.changes(plan.base.tree, tree);
  const patch = await workspace.patch(plan.base.tree, tree, PATCH_CHARACTERS);
  const workingCopy = await workspace.open(tree, { git: false });
  const ask = async (questions: readonly JudgeQuestion[], faults: readonly string[]): Promise<readonly Judged[]> => {
    const { verdicts } = await askRole(run, context, {
      role: "evaluator",
      question: judgePrompt(questions, { plan, changed, patch, faults }),
      schema: Judgements,
      toolAccess: workingCopy.toolAccess,
      tier: subject.judgedBy,
    });
    const wanted = new Set(questions.map(({ id }) => id));
    return Promise.all(verdicts.filter(({ id }) => wanted.has(id)).map((verdict) => judgedBy(verdict, subject)));
  };
  try {
    const first = await ask(asked, []);
    const open = asked.flatMap((question) => {
      const fault = faultOf(first.find(({ result }) => result.id === question.id));
      return fault === null ? [] : [{ question, fault: `${question.id}: ${fault}` }];
    });
    const questions = open.map(({ question }) => question);
    const faults = open.map(({ fault }) => fault);
    const second = open.length === 0 ? [] : await ask(questions, faults);
    return asked.flatMap(({ id }) => [...second, ...first].find(({ result }) => result.id === id)?.result ?? []);
  } finally {
    await workingCopy.close();
  }
}

/** A verdict as it counts; `fault`: why it does not count as it was given, null where it does. */
interface Judged {
  readonly result: RuleResult;
  readonly fault: string | null;
}

function faultOf(judged: Judged | undefined): string | null {
  return judged === undefined ? "no verdict was given" : judged.fault;
}

async function judgedBy(judgement: z.infer<typeof Judgement>, { workspace, tree }: CheckSubject): Promise<Judged> {
  const { verdict, evidence } = judgement;
  const lines = await Promise.all(
    evidence.map(async (quote) => lineOfQuote(quote, await workspace.textAt(tree, quote.path))),
  );
  const wrong = evidence.find((_, index) => lines[index] === null);
  const fault =
    wrong !== undefined
      ? `the quoted text stands nowhere in ${wrong.path.slice(0, 300)}`
      : verdict === "pass" && evidence.length === 0
        ? "a pass without a quote"
        : null;
  if (fault !== null) return { result: { ...judgement, verdict: "fail", details: `invalid: ${fault}` }, fault };
  const found = evidence.map((quote, index) => ({ ...quote, line: lines[index] ?? quote.line }));
  return { result: { ...judgement, evidence: found }, fault: null };
}
