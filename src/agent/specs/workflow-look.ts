/** Looks at a workflow file of other people's: what starts it, what it uses, on which runners. */
import * as z from "zod";
import type { WorkflowLook } from "#core/config/github-setup.ts";
import { looseYaml } from "./yaml-file.ts";

const Used = z.looseObject({ uses: z.string().optional() });
const Runner = z.union([
  z.string().transform((label) => [label]),
  z.array(z.string()),
  z.unknown().transform(() => []),
]);
const Job = z.looseObject({
  uses: z.string().optional(),
  "runs-on": Runner.optional(),
  steps: z.array(Used).optional(),
});
const Triggers = z.union([
  z.string().transform((name) => [name]),
  z.array(z.string()),
  z.record(z.string(), z.unknown()).transform((triggers) => Object.keys(triggers)),
]);
const Workflow = z.looseObject({ on: Triggers, jobs: z.record(z.string(), Job) });

/** Null for a text that is no workflow. Pure. */
export function workflowLook(text: string): WorkflowLook | null {
  const read = Workflow.safeParse(looseYaml(text));
  if (!read.success) return null;
  const jobs = Object.values(read.data.jobs);
  return {
    triggers: read.data.on,
    uses: jobs.flatMap(({ uses, steps = [] }) => [uses, ...steps.map((step) => step.uses)].flatMap((one) => one ?? [])),
    runners: [...new Set(jobs.flatMap((job) => job["runs-on"] ?? []))],
  };
}
