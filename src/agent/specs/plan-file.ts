/** Parses a plan from elsewhere: it has the form of the hydrator's answer, as YAML or JSON, and is checked like it. */
import * as z from "zod";
import { Hydration } from "#core/planning/hydration.ts";
import { isMapping } from "#core/values/mapping.ts";
import { readYaml } from "./yaml-file.ts";

const KEYS = Object.keys(Hydration.shape).join(", ");
const HELP = `The keys of a plan are: ${KEYS}. Loopwright's .github/docs/plan-file.md explains them.`;

/** A plan that asks nothing need not say so. */
const EMPTY = { questions: [], expectedTestChanges: [] };

const PlanFile = z.preprocess((value) => {
  const mapping = z.record(z.string(), z.unknown()).safeParse(value);
  if (!mapping.success) return value;
  const { expectedTestChanges: changes, ...rest } = { ...EMPTY, ...mapping.data };
  return { ...rest, expectedTestChanges: Array.isArray(changes) ? changes.map(exceptionFrom) : changes };
}, Hydration);

/** A path alone, as plans had it, is the file as a whole: it may change, and may not be deleted. */
function exceptionFrom(value: unknown): unknown {
  if (typeof value === "string") return { path: value, test: "", mayBe: "changed" };
  return isMapping(value) ? { test: "", mayBe: "changed", ...value } : value;
}

/** The plan in the text. Throws an `Error` that names every wrong line; `file`: what the message calls the text. */
export function parsePlanFile(file: string, text: string): Hydration {
  return readYaml({ file, text, schema: PlanFile, help: HELP });
}
