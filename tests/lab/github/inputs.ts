/** Inputs of `workflow_dispatch`, checked and filled in as GitHub does. */
import { fill } from "../actions/expression.ts";
import type { Workflow, WorkflowInput } from "./workflow.ts";

/** GitHub's limit of the whole payload, in characters. */
const LONGEST = 65_535;

/** The inputs with their defaults, or GitHub's words for what is wrong. */
export function inputsOf({ on }: Workflow, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> | string {
  const declared = Object.entries(on["workflow_dispatch"]?.inputs ?? {});
  const unknown = Object.keys(given).filter((name) => !declared.some(([known]) => known === name));
  if (unknown.length > 0) return `Unexpected inputs provided: ${JSON.stringify(unknown)}`;
  if (JSON.stringify(given).length > LONGEST) return "inputs are too large.";
  const problem = declared.map(([name, input]) => problemOf(name, input, given[name])).find((words) => words !== null);
  return problem ?? Object.fromEntries(declared.map(([name, input]) => [name, given[name] ?? String(input?.default ?? "")]));
}

function problemOf(name: string, input: WorkflowInput | null, value: string | undefined): string | null {
  if (input === null) return null;
  if (value === undefined) return input.required && input.default === undefined ? `Required input '${name}' not provided` : null;
  if (input.type === "choice" && !input.options.includes(value))
    return `Provided value '${value}' for input '${name}' not in the list of allowed values`;
  return null;
}

/** A workflow's `run-name`. `event`: the payload of what started it. */
export function titleOf({ runName }: Workflow, name: string, event: unknown, inputs: Readonly<Record<string, string>> = {}): string {
  return fill(runName, { github: { event_name: name, event }, inputs });
}
