/** Reads a workflow file and says what is wrong with it, or what in it this runner does not build. */
import { parse } from "yaml";
import type * as z from "zod";
import type { Permissions } from "../actions/dispatched.ts";
import { type JobFile, WorkflowFile } from "./workflow-schema.ts";

/** The restricted default of GitHub's setting "Workflow permissions"; `packages: read`, which it has as well, is left out. */
const DEFAULT_PERMISSIONS: Permissions = { contents: "read" };

/** Throws an `Error` that names the file and every key that is wrong or not built. */
export function readWorkflow(file: string, text: string): WorkflowFile {
  const read = WorkflowFile.safeParse(parse(text));
  if (!read.success)
    throw new Error(
      read.error.issues
        .flatMap(explain)
        .map((line) => `${file}: ${line}`)
        .join("\n"),
    );
  const wrong = Object.keys(read.data.jobs).flatMap((name) => needsOf(name, read.data));
  if (wrong.length > 0) throw new Error(wrong.map((line) => `${file}: ${line}`).join("\n"));
  return read.data;
}

function explain(issue: z.core.$ZodIssue): readonly string[] {
  const place = issue.path.map(String).join(".") || "the file";
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${place}: ${key} is not built in this runner`);
  return [`${place}: ${issue.message}`];
}

function needsOf(name: string, { jobs }: WorkflowFile): readonly string[] {
  const unknown = (jobs[name]?.needs ?? [])
    .filter((need) => !Object.hasOwn(jobs, need))
    .map((need) => `jobs.${name}: needs ${need}, which is not there`);
  return ancestorsOf(name, jobs).includes(name) ? [...unknown, `jobs.${name}: needs itself, by a circle`] : unknown;
}

/** Every job that this one waits for, also through others. */
export function ancestorsOf(name: string, jobs: Readonly<Record<string, JobFile>>): readonly string[] {
  const found = new Set<string>();
  const visit = (each: string): void => {
    for (const need of jobs[each]?.needs ?? []) {
      if (found.has(need)) continue;
      found.add(need);
      visit(need);
    }
  };
  visit(name);
  return [...found];
}

/** What the job's token may do: its own permissions, else the workflow's, else the default; nothing is added up. */
export function permissionsOf(workflow: WorkflowFile, job: JobFile): Permissions {
  return { ...(job.permissions ?? workflow.permissions ?? DEFAULT_PERMISSIONS), metadata: "read" };
}
