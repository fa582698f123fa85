/**
 * The four templates of criteria: where a plan's rules start from, and what score its levels must reach.
 */
import * as z from "zod";
import type { Severity } from "./rule.ts";
import type { Thresholds } from "./score.ts";

export const TemplateName = z.enum(["api", "code", "docs", "config"]);
export type TemplateName = z.infer<typeof TemplateName>;

/** A rule without its check: one criterion of such work. */
export interface TemplateRow {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
}

export interface Template {
  /** The result of such work, in words for people. */
  readonly makes: string;
  readonly thresholds: Thresholds;
  /**
   * The largest part of a level's weight that a model may judge, from 0 to 1; null: no cap, and QA judges again.
   */
  readonly judgedCap: number | null;
  readonly rows: readonly TemplateRow[];
}

function fail(id: string, description: string): TemplateRow {
  return { id, severity: "fail", description };
}

function warn(id: string, description: string): TemplateRow {
  return { id, severity: "warn", description };
}

/** The template of each kind of work. */
export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  api: {
    makes: "a specification of an interface",
    thresholds: { A: 0.8, B: 0.9 },
    judgedCap: null,
    rows: [
      fail("a.correctness.endpoints", "Every endpoint that the issue asks for is described, with method and path"),
      fail("a.correctness.schemas", "Requests and responses have schemas, and these are valid"),
      fail("a.completeness.examples", "Every endpoint has an example that fits its schema"),
      warn("a.completeness.errors", "The errors 400, 404 and 500 are described"),
      warn("b.style.naming", "Names follow one convention"),
      warn("b.completeness.pagination", "Lists say how they are paged"),
      fail("b.completeness.auth", "It is said who may call what, and how they prove it"),
      warn("b.quality.descriptions", "Every field says what it means"),
    ],
  },
  code: {
    makes: "code",
    thresholds: { A: 0.8, B: 0.9 },
    judgedCap: 0.2,
    rows: [
      fail("a.correctness.compiles", "The code compiles, or loads without error"),
      fail("a.correctness.logic", "The behaviour that the issue asks for is there"),
      fail("a.completeness.functions", "Every function that the issue needs is there and works"),
      warn("a.completeness.types", "Types or documented signatures are complete"),
      warn("b.quality.error-handling", "Errors are handled where they can occur"),
      warn("b.quality.logging", "Failures can be diagnosed"),
      warn("b.style.conventions", "The code follows the conventions of the repository"),
      fail("b.security.input-validation", "Input from outside is validated"),
    ],
  },
  docs: {
    makes: "documentation",
    thresholds: { A: 0.75, B: 0.85 },
    judgedCap: null,
    rows: [
      fail("a.correctness.accuracy", "What the text says is true of the repository"),
      fail("a.completeness.sections", "Every section that the issue asks for is there and is not empty"),
      warn("a.completeness.examples", "What a reader must do has an example that works"),
      warn("a.quality.clarity", "Somebody who does not know the subject can follow it"),
      warn("b.quality.structure", "Headings and order help to find things"),
      warn("b.completeness.cross-refs", "It links to what it speaks of, and the links lead somewhere"),
      warn("b.style.consistency", "Words and form are the same throughout"),
      warn("b.quality.audience", "It speaks to those who will read it"),
    ],
  },
  config: {
    makes: "configuration",
    thresholds: { A: 0.8, B: 0.9 },
    judgedCap: 0.2,
    rows: [
      fail("a.correctness.syntax", "The file can be read by what it configures"),
      fail("a.correctness.required", "Every setting that is needed is set"),
      warn("a.completeness.env-vars", "Every variable of the environment that is used is named and explained"),
      fail("a.security.no-secrets", "There is no secret in it"),
      warn("b.quality.defaults", "Defaults are safe and sensible"),
      warn("b.completeness.comments", "What is not obvious is explained where it stands"),
      warn("b.quality.portability", "Nothing holds on one machine only"),
      warn("b.security.permissions", "Nothing gets more rights than it needs"),
    ],
  },
};

/**
 * True when QA judges such work once more with another model, because no cap bounds the part that a model judges.
 */
export function isJudgedTwice(template: TemplateName): boolean {
  return TEMPLATES[template].judgedCap === null;
}
