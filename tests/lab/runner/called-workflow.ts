/**
 * A job that calls a workflow, of its own repository or of another one: what it is given are its inputs, its secrets and its rights, and nothing else.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/reusing-workflow-configurations
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Permissions } from "../actions/dispatched.ts";
import { type Contexts, fill } from "../actions/expression.ts";
import { jobContexts, runContexts } from "./contexts.ts";
import type { Attempt, Need } from "./space.ts";
import { permissionsOf, readWorkflow } from "./workflow.ts";
import { workflowText } from "./workflow-file.ts";
import type { JobFile, WorkflowFile } from "./workflow-schema.ts";

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Given = z.looseObject({ required: z.boolean().default(false) }).nullable();
const Called = z.strictObject({
  inputs: z
    .record(
      z.string(),
      z.looseObject({ type: z.enum(["string", "boolean"]), required: z.boolean().default(false), default: Text.default("") }),
    )
    .default({}),
  secrets: z.record(z.string(), Given).default({}),
  outputs: z.record(z.string(), z.looseObject({ value: z.string() })).default({}),
});
const Trigger = z.object({ workflow_call: Called.nullable().transform((called) => called ?? Called.parse({})) });

interface Call {
  readonly attempt: Attempt;
  readonly id: string;
  readonly file: JobFile;
  readonly needs: Readonly<Record<string, Need>>;
}

/** The called workflow as an attempt of its own. Throws an `Error` as GitHub would refuse the call: what is not declared, what is missing, more rights than the caller has. */
export async function calledAttempt({ attempt, id, file, needs }: Call): Promise<Attempt> {
  const { machine, run } = attempt;
  const { source, workflow } = await workflowOf(file.uses ?? "", attempt);
  const { inputs, secrets } = Trigger.parse(workflow.on).workflow_call;
  const contexts = jobContexts(attempt, needs);
  const given = filled("input", file.with, { declared: Object.keys(inputs), contexts });
  const missing = Object.entries(inputs).find(([name, { required }]) => required && given[name] === undefined)?.[0];
  if (missing !== undefined) throw new Error(`Input ${missing} is required, but not provided while calling.`);
  const kept =
    file.secrets === "inherit"
      ? machine.secrets
      : filled("secret", file.secrets, { declared: Object.keys(secrets), contexts: { ...contexts, secrets: machine.secrets } });
  const usual = Object.fromEntries(Object.entries(inputs).map(([name, { default: text }]) => [name, text]));
  return {
    ...attempt,
    source,
    workflow: narrowed(workflow, permissionsOf(attempt.workflow, file)),
    run: { ...run, inputs: { ...usual, ...given } },
    machine: { ...machine, secrets: kept },
    folder: join(attempt.folder, "called", id),
  };
}

/** What a called workflow hands on to those that need the job. */
export function calledOutputs(attempt: Attempt, jobs: Readonly<Record<string, Need>>): Readonly<Record<string, string>> {
  const { outputs } = Trigger.parse(attempt.workflow.on).workflow_call;
  const contexts: Contexts = { ...runContexts(attempt), jobs };
  return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, fill(value, contexts)]));
}

/** `./.github/workflows/file.yml` of the run's own commit, or `owner/name/…@version` of a repository that this machine has in a folder. */
async function workflowOf(uses: string, attempt: Attempt): Promise<Pick<Attempt, "source" | "workflow">> {
  const { machine, source: caller } = attempt;
  if (uses.startsWith("./") && caller !== null) throw new Error(`${uses}: this runner plays it in workflows of the run's own only`);
  if (uses.startsWith("./")) return { source: null, workflow: readWorkflow(uses, await workflowText(attempt, uses.slice(2))) };
  const [, source = "", path = ""] = /^([^/]+\/[^/]+)\/(\.github\/workflows\/[^/@]+)@.+$/.exec(uses) ?? [];
  const folder = new Map(Object.entries(machine.actions)).get(source);
  if (folder === undefined)
    throw new Error(`Unable to find reusable workflow ${uses}: this runner has ${Object.keys(machine.actions).join(", ")}`);
  return { source, workflow: readWorkflow(uses, await readFile(join(folder, path), "utf8")) };
}

function filled(
  kind: "input" | "secret",
  texts: Readonly<Record<string, string>>,
  { declared, contexts }: { readonly declared: readonly string[]; readonly contexts: Contexts },
): Readonly<Record<string, string>> {
  const unknown = Object.keys(texts).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new Error(`Invalid ${kind}, ${unknown} is not defined in the referenced workflow.`);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, contexts)]));
}

const RANK = ["none", "read", "write"];

/** Rights can only become fewer on the way; a job that says nothing has those of the caller. */
function narrowed(workflow: WorkflowFile, granted: Permissions): WorkflowFile {
  const jobs = Object.entries(workflow.jobs).map(([name, job]) => {
    const wanted = job.permissions ?? workflow.permissions ?? granted;
    for (const [scope, access] of Object.entries(wanted)) {
      const allowed = new Map(Object.entries(granted)).get(scope) ?? "none";
      if (RANK.indexOf(`${access}`) > RANK.indexOf(`${allowed}`))
        throw new Error(`The nested job '${name}' is requesting '${scope}: ${access}', but is only allowed '${scope}: ${allowed}'.`);
    }
    return [name, { ...job, permissions: wanted }] as const;
  });
  return { ...workflow, jobs: Object.fromEntries(jobs) };
}
