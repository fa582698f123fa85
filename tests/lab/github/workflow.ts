/** A workflow file: what starts it, and which one a name means. */
import { createHash } from "node:crypto";
import * as YAML from "yaml";
import * as z from "zod";

const Input = z.looseObject({
  required: z.boolean().default(false),
  default: z.union([z.string(), z.boolean(), z.number()]).optional(),
  type: z.string().default("string"),
  options: z.array(z.string()).default([]),
});
const Trigger = z
  .looseObject({
    types: z.array(z.string()).optional(),
    workflows: z.array(z.string()).optional(),
    branches: z.array(z.string()).optional(),
    inputs: z.record(z.string(), Input.nullable()).nullish(),
  })
  .nullable();
const Triggers = z.union([
  z.string().transform((name) => ({ [name]: null })),
  z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, null]))),
  z.record(z.string(), Trigger),
]);
const Source = z.looseObject({ name: z.string().optional(), "run-name": z.string().optional(), on: Triggers });

export interface Workflow {
  /** The same for the same path. */
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly runName: string;
  readonly on: Readonly<Record<string, z.infer<typeof Trigger>>>;
}

/** What a file says; nothing where it is no workflow. */
export function workflowOf(path: string, text: string): readonly Workflow[] {
  const source = Source.safeParse(YAML.parseDocument(text).toJS());
  if (!source.success) return [];
  const id = Number.parseInt(createHash("sha1").update(path).digest("hex").slice(0, 7), 16);
  const { name = path, on, "run-name": runName = name } = source.data;
  return [{ id, path, name, runName, on }];
}

/** Whether a workflow is the one that the API's `workflow_id` names: by number, file name or path. */
export function isNamed({ id, path }: Workflow, name: string): boolean {
  return name === String(id) || name === path || name === path.split("/").at(-1);
}
