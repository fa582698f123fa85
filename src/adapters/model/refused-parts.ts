/** Leaves out of a prompt what its model was found to refuse, and says it in words where the answer needs it. */
import type { Failure } from "#ports/failure.ts";
import type { Prompt } from "#ports/model.ts";
import type { ModelTarget } from "./model-target.ts";

type RefusedPart = NonNullable<Failure["refuses"]>;

/**
 * What was refused, for the life of the process, so that it is asked for once. A refusal comes before any thought of
 * the model and costs nothing.
 */
const refused = new Set<string>();

/** Notes that the model does not take this part of this prompt. Idempotent. */
export function rememberRefused(part: RefusedPart, prompt: Prompt, target: ModelTarget): void {
  refused.add(keyOf(part, prompt, target));
}

/**
 * The prompt as its model takes it. The words come last in the system prompt, where they stay the same from turn to
 * turn: a model's thoughts are bound to all that stands before them.
 */
export function withoutRefused(prompt: Prompt, target: ModelTarget): Prompt {
  const { effort, ...easy } = prompt;
  const kept = effort !== undefined && refused.has(keyOf("effort", prompt, target)) ? easy : prompt;
  const { format, ...rest } = kept;
  if (format === undefined || !refused.has(keyOf("format", prompt, target))) return kept;
  const words =
    "Your last message, which has no tool calls, is one JSON object and nothing else: no prose before or after it, " +
    `no code fence. It fits this JSON Schema: ${JSON.stringify(format)}`;
  return { ...rest, system: rest.system === "" ? words : `${rest.system}\n\n${words}` };
}

function keyOf(part: RefusedPart, prompt: Prompt, { baseUrl, id }: ModelTarget): string {
  return JSON.stringify([part, baseUrl, id, prompt[part]]);
}
