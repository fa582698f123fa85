/** What GitHub refuses about workflow runs: dispatches that do not fit their workflow, and runs that are over. */
import { refusal } from "./answer.ts";

/** GitHub's limit of the whole payload of a dispatch, in characters. */
const LONGEST = 65_535;

/** An input that a workflow declares. `options`: what may be chosen; null for free text. */
export interface DeclaredInput {
  readonly required: boolean;
  readonly default?: string | undefined;
  readonly options: readonly string[] | null;
}

export const NO_SUCH_REF = (ref: string) => refusal(422, `No ref found for: ${ref}`);
export const NO_TRIGGER = refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
export const RUN_IS_OVER = refusal(409, "Cannot cancel a workflow run that is completed.");

/** A dispatch whose body is none. */
export const INVALID_DISPATCH = refusal(422, "Invalid request.");

/** The branch that a dispatch names: with or without `refs/heads/`. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

/** The inputs with their defaults, or GitHub's words for what is wrong with them. */
export function inputsWith(
  declared: Readonly<Record<string, DeclaredInput>>,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | string {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) return `Unexpected inputs provided: ${JSON.stringify(unknown)}`;
  if (JSON.stringify(given).length > LONGEST) return "inputs are too large.";
  const inputs = Object.entries(declared);
  const problem = inputs.map(([name, input]) => problemOf(name, input, given[name])).find((words) => words !== null);
  return problem ?? Object.fromEntries(inputs.map(([name, input]) => [name, given[name] ?? input.default ?? ""]));
}

function problemOf(name: string, input: DeclaredInput, value: string | undefined): string | null {
  if (value === undefined) return input.required && input.default === undefined ? `Required input '${name}' not provided` : null;
  if (input.options === null || input.options.includes(value)) return null;
  return `Provided value '${value}' for input '${name}' not in the list of allowed values`;
}
