/** Inputs of `workflow_dispatch`, checked and filled in as GitHub does. */
import { fill } from "../actions/expression.ts";
import { inputsWith } from "./rules/workflow-runs.ts";
import type { Workflow } from "./workflow.ts";

/** The inputs with their defaults, or GitHub's words for what is wrong. */
export function inputsOf({ on }: Workflow, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> | string {
  const inputs = Object.entries(on["workflow_dispatch"]?.inputs ?? {}).map(([name, input]) => {
    const usual = input?.default === undefined ? undefined : String(input.default);
    const options = input?.type === "choice" ? input.options : null;
    return [name, { required: input?.required ?? false, default: usual, options }] as const;
  });
  return inputsWith(Object.fromEntries(inputs), given);
}

/** A workflow's `run-name`. `event`: the payload of what started it. */
export function titleOf({ runName }: Workflow, name: string, event: unknown, inputs: Readonly<Record<string, string>> = {}): string {
  return fill(runName, { github: { event_name: name, event }, inputs });
}
