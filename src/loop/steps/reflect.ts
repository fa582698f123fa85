/** REFLECT: records what the run teaches; code fills five fields, a model two. */
import * as z from "zod";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import { Reflection } from "#core/events/data/review-results.ts";
import type { EventDraft } from "#core/events/event.ts";
import { reflectionOf } from "#core/outcome/reflection.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { reflectPrompt } from "#text/prompts/reflect.ts";

/** The reflector's answer. */
export const ReflectionWords = z.strictObject({
  rootCause: Reflection.shape.rootCause,
  proposedChange: Reflection.shape.proposedChange,
});

export async function reflect(
  { reason }: Extract<EngineCommand, { kind: "reflect" }>,
  run: Run,
  context: StepContext,
): Promise<readonly EventDraft[]> {
  const question = reflectPrompt(run, reason);
  const words = await askRole(run, context, { role: "reflector", question, schema: ReflectionWords });
  return [{ kind: "reflection_done", reflection: reflectionOf(run, reason, words) }];
}
