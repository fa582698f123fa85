/** The shape of a workflow file, as far as this runner executes it. What is not here is refused by name. */
import * as z from "zod";
import type { Permissions } from "../actions/dispatched.ts";

const Text = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((value) => (value === null ? "" : String(value)));
const Texts = z.record(z.string(), Text).default({});

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#permissions */
const SCOPES = [
  ...["actions", "attestations", "checks", "contents", "deployments", "discussions", "id-token", "issues", "models", "packages"],
  ...["pages", "pull-requests", "repository-projects", "security-events", "statuses"],
];

const PermissionsText = z
  .union([z.enum(["read-all", "write-all"]), z.partialRecord(z.enum(SCOPES), z.enum(["read", "write", "none"]))])
  .transform(permissionsOf);

function permissionsOf(given: "read-all" | "write-all" | Readonly<Record<string, string | undefined>>): Permissions {
  const all = typeof given === "string" ? SCOPES.map((scope) => [scope, given === "read-all" ? "read" : "write"]) : Object.entries(given);
  const granted = all.flatMap(([scope = "", access]) =>
    access === "read" || access === "write" ? [[scope.replaceAll("-", "_"), access] as const] : [],
  );
  return Object.fromEntries(granted);
}

const Concurrency = z
  .union([
    z.string(),
    z.strictObject({ group: z.string(), "cancel-in-progress": Text.default("false"), queue: z.enum(["single", "max"]).default("single") }),
  ])
  .transform((given) =>
    typeof given === "string"
      ? { group: given, cancelInProgress: "false", queue: "single" as const }
      : { group: given.group, cancelInProgress: given["cancel-in-progress"], queue: given.queue },
  );

const Step = z
  .strictObject({
    id: z.string().optional(),
    name: z.string().optional(),
    if: Text.optional(),
    uses: z.string().optional(),
    with: Texts,
    run: z.string().optional(),
    shell: z.enum(["bash", "sh"]).optional(),
    "working-directory": z.string().default("."),
    env: Texts,
    "continue-on-error": Text.default("false"),
    "timeout-minutes": Text.optional(),
  })
  .refine(({ run, uses }) => (run === undefined) !== (uses === undefined), { error: "a step has either run or uses" });

const Needs = z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]);

/** A job has steps on a machine, or it calls a workflow. */
const Job = z
  .strictObject({
    name: z.string().optional(),
    needs: Needs,
    if: Text.optional(),
    "runs-on": z.union([z.string(), z.array(z.string())]).optional(),
    permissions: PermissionsText.optional(),
    outputs: Texts,
    env: Texts,
    concurrency: Concurrency.optional(),
    "timeout-minutes": Text.default("360"),
    steps: z.array(Step).default([]),
    uses: z.string().optional(),
    with: Texts,
    secrets: z.union([z.literal("inherit"), Texts]).default({}),
  })
  .refine((job) => (job.uses === undefined) === (job["runs-on"] !== undefined && job.steps.length > 0), {
    error: "a job has either runs-on and steps, or uses",
  });

/** `on:` is GitHub's to judge; `run-name:` is shown by GitHub, not here. */
export const WorkflowFile = z.strictObject({
  name: z.string().optional(),
  "run-name": z.string().optional(),
  on: z.unknown(),
  permissions: PermissionsText.optional(),
  env: Texts,
  concurrency: Concurrency.optional(),
  jobs: z.record(z.string().regex(/^[A-Za-z_][\w-]*$/), Job),
});

export type WorkflowFile = Readonly<z.output<typeof WorkflowFile>>;
export type JobFile = Readonly<z.output<typeof Job>>;
export type StepFile = Readonly<z.output<typeof Step>>;
export type ConcurrencyFile = Readonly<z.output<typeof Concurrency>>;
