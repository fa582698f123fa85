/** The template of criteria for generated code (S1.40): where a plan's rules start from. The other three templates come with their workflows. */
import type { Severity } from "./rule.ts";

export interface TemplateRow {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
}

export const CODE_TEMPLATE: readonly TemplateRow[] = [
  { id: "a.correctness.compiles", severity: "fail", description: "The code compiles, or loads without error" },
  { id: "a.correctness.logic", severity: "fail", description: "The behaviour that the issue asks for is there" },
  { id: "a.completeness.functions", severity: "fail", description: "Every function that the issue needs is there and works" },
  { id: "a.completeness.types", severity: "warn", description: "Types or documented signatures are complete" },
  { id: "b.quality.error-handling", severity: "warn", description: "Errors are handled where they can occur" },
  { id: "b.quality.logging", severity: "warn", description: "Failures can be diagnosed" },
  { id: "b.style.conventions", severity: "warn", description: "The code follows the conventions of the repository" },
  { id: "b.security.input-validation", severity: "fail", description: "Input from outside is validated" },
];

/** The largest part of a level's weight that a model may judge in a code or configuration plan (architecture 4). */
export const JUDGED_CAP = 0.2;
