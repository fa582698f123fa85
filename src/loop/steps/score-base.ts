/** SCORE_BASE: which rules are red before anything is changed, and what the repository's own tests show (architecture 4). */
import type { EventDraft } from "#core/events/event.ts";
import { planOf, type Run } from "#core/run/run.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { runTests } from "#loop/checks/run-tests.ts";
import { subjectOf } from "#loop/checks/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { ready } from "#loop/work/ready.ts";

export async function scoreBase(run: Run, kit: StepContext): Promise<readonly EventDraft[]> {
  const { checks } = planOf(run);
  await ready(run, kit);
  const subject = subjectOf(run, kit, run.base.tree);
  const results = await checkBase(subject);
  const tests = checks.test === null ? null : await runTests(subject, checks.test);
  return [{ kind: "base_scored", results: [...results], tests }];
}
