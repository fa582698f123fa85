/** Parses a plan from elsewhere: it has the form of the hydrator's answer, as YAML or JSON, and is checked like it. */
import * as z from "zod";
import { Hydration } from "#core/planning/hydration.ts";
import { readYaml } from "./yaml-file.ts";

const KEYS = Object.keys(Hydration.shape).join(", ");
const HELP = `The keys of a plan are: ${KEYS}. Loopwright's .github/docs/plan-file.md explains them.`;

/** A plan that asks nothing need not say so. */
const EMPTY = { questions: [], expectedTestChanges: [] };

const PlanFile = z.preprocess((value) => {
  const mapping = z.record(z.string(), z.unknown()).safeParse(value);
  return mapping.success ? { ...EMPTY, ...mapping.data } : value;
}, Hydration);

/** The plan in the text. Throws an `Error` that names every wrong line; `file`: what the message calls the text. */
export function parsePlanFile(file: string, text: string): Hydration {
  return readYaml({ file, text, schema: PlanFile, help: HELP });
}
