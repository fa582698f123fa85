/** The workflow file of a story in which it, or the machine of a job, is not as it should be. */
import { parse, stringify } from "yaml";
import * as z from "zod";
import type { Story } from "../story.ts";

const WorkflowFile = z.looseObject({ jobs: z.record(z.string(), z.looseObject({ steps: z.array(z.unknown()) })) });

/** Both files declare the digest among their inputs; without it GitHub refuses to start them. */
const INPUT = /^ {6}digest:\n(?: {8}.*\n)+/m;

/** Throws an `Error` for a job, or an input, that is not there. */
export function changed(text: string, change: Story["workflow"]): string {
  if (change === "outdated") {
    if (!INPUT.test(text)) throw new Error("the workflow has no input digest");
    return text.replace(INPUT, "");
  }
  return change === "short" || Object.keys(change).length === 0 ? text : withLines(text, change);
}

/** Shell before the steps of jobs, by their names. */
function withLines(text: string, lines: Readonly<Record<string, string>>): string {
  const file = WorkflowFile.parse(parse(text));
  for (const [name, run] of Object.entries(lines)) {
    const job = file.jobs[name];
    if (job === undefined) throw new Error(`the workflow has no job ${name}`);
    job.steps.unshift({ run });
  }
  return stringify(file);
}
