/** Rates rules of quality: a judge gives each criterion a mark with a reason, and code averages the marks. */
import * as z from "zod";
import { MOST_RULES } from "#core/plan/plan.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { Mark, type Rating, rateMarks } from "#core/rules/quality.ts";
import type { Run } from "#core/run/run.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { ratePrompt } from "#text/prompts/rate.ts";

/** Characters of the patch that the judge is shown; it can read the files. */
export const PATCH_CHARACTERS = 30_000;

/** The most files that are named to the judge; it can look for more. */
const SHOWN = 100;

/** The evaluator's answer where it gives marks. */
export const Ratings = z.strictObject({
  ratings: z.array(z.strictObject({ id: z.string().min(1).max(200), marks: z.array(Mark).max(8) })).max(MOST_RULES),
});

/** A rule or an item of the acceptance that the judge rates, by any id. */
export interface Rated {
  readonly id: string;
  readonly check: CheckOf<"quality">;
}

/**
 * Asks the judge for all of them in one prompt and gives the ratings by id; `unjudged` where the judge left one or a
 * mark of it out. With nothing to rate no model is asked.
 */
export async function rateAll(
  run: Run,
  context: StepContext,
  subject: CheckSubject,
  rated: readonly Rated[],
): Promise<ReadonlyMap<string, Rating>> {
  if (rated.length === 0) return new Map();
  const { workspace, tree, plan } = subject;
  const patch = await workspace.patch(plan.base.tree, tree, PATCH_CHARACTERS);
  const named = await Promise.all(
    rated.map(async (one) => ({ ...one, files: (await filesOf(one.check, subject)).slice(0, SHOWN) })),
  );
  const workingCopy = await workspace.open(tree, { git: false });
  try {
    const question = ratePrompt(named, { plan, patch });
    const { ratings } = await askRole(run, context, {
      role: "evaluator",
      question,
      schema: Ratings,
      toolAccess: workingCopy.toolAccess,
      tier: subject.judgedBy,
    });
    return new Map(
      rated.map(({ id, check }) => [id, rateMarks(check, ratings.find((one) => one.id === id)?.marks ?? [])]),
    );
  } finally {
    await workingCopy.close();
  }
}

/** The files in the scope of the rule; without a scope those that were changed and are still there. */
async function filesOf(
  { scope }: CheckOf<"quality">,
  { workspace, tree, plan }: CheckSubject,
): Promise<readonly string[]> {
  if (scope !== null) return (await workspace.paths(tree)).filter((path) => matchesGlobs([scope], path));
  const changes = await workspace.changes(plan.base.tree, tree);
  return changes.filter(({ kind }) => kind !== "deleted").map(({ path }) => path);
}
