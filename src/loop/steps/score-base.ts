/** SCORE_BASE: finds which rules are red before anything is changed, and what the repository's own tests show. */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { ensureSetup } from "#loop/work/ensure-setup.ts";

export async function scoreBase(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { checks } = planOf(run);
  await ensureSetup(run, context);
  const subject = checkSubjectOf(run, context, run.base.tree);
  const results = await checkBase(subject);
  const tests = checks.test === null ? null : await runTests(subject, checks.test);
  return [{ kind: "base_scored", results: [...results], tests }];
}
