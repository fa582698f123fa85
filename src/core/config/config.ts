/** What a repository may set in `.github/loopwright.yml` (architecture 4). Read from the base branch only. */
import * as z from "zod";
import { ProjectRule } from "#core/rules/project-rules.ts";
import { Limits } from "#core/values/limits.ts";
import { providerOf } from "./model-provider.ts";

/** Where it stands. */
export const CONFIG_FILE = ".github/loopwright.yml";

const Command = z.string().trim().min(1).max(1000);
const Glob = z.string().min(1).max(200);

/** An id that says who has it (S3.16). */
const Model = z
  .string()
  .min(1)
  .superRefine((id, context) => {
    const place = providerOf(id);
    if (place.kind === "unknown") context.addIssue({ code: "custom", message: place.why });
  });

const Models = z.strictObject({
  best: Model.default("claude-opus-5-5"),
  balanced: Model.default("claude-sonnet-5-5"),
  fast: Model.default("claude-haiku-5-5"),
});

/** The name of a host: no address, no port, nothing below it (C3.09). */
const Host = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: "must be the name of a host in lower case, such as docs.example.org",
  });

/**
 * What a run keeps from its workers lies on GitHub: who may read there reads the hidden checks, and what people wrote
 * since (RH-13).
 */
const Elsewhere = Host.refine((host) => !/(?:^|\.)(?:github\.com|githubusercontent\.com|ghe\.com)$/.test(host), {
  error: "must be no host of GitHub: a worker could read there what its own run keeps from it",
});

/**
 * Commands that judge the repository as it is; null = the repository has none. `format` changes it instead, and is
 * never detected (S0.61).
 */
export const CheckCommands = z.strictObject({
  test: Command.nullable().default(null),
  build: Command.nullable().default(null),
  lint: Command.nullable().default(null),
  types: Command.nullable().default(null),
  format: Command.nullable().default(null),
});
export type CheckCommands = z.infer<typeof CheckCommands>;

/** Where tests usually lie, in many languages. A repository that keeps them elsewhere sets `tests`. */
export const TEST_GLOBS = [
  "**/{test,tests,__tests__,spec,Tests,testing,e2e,t}/**",
  "**/{test,tests,spec}.*",
  "**/*.{test,spec}.*",
  "**/*{_test,_spec,Test,Tests,Spec}.*",
  "**/test_*.*",
  "**/conftest.py",
];

const PROTECTED = [
  ".github/workflows/**",
  ".github/actions/**",
  CONFIG_FILE,
  ".github/loopwright/**",
  ".github/dependabot.yml",
];

/** Alternatives side by side are refused by name, so that nobody takes them for a key that was forgotten (S2.27). */
const Speculative = z.literal(false, {
  error:
    "alternatives are tried one after the other: all workers share one tree, and two half-finished changes cannot be scored apart or told from one another by an audit. Leave the key out",
});

/** What may begin without a person: only where all of it holds (core/approval/policy). Absent: nothing. */
const AutoApprove = z.strictObject({
  paths: z.array(Glob).min(1).max(50),
  rules: z.int().positive().default(6),
  atoms: z.int().positive().default(2),
  /** The most that a run may cost; the plan's `limits.dollars` must say so too. */
  dollars: z.number().positive(),
});

/**
 * How many runs may begin in 24 hours, by one person and in the repository, and how many may be open at one time
 * (core/config/quota).
 */
const Quotas = z.strictObject({
  person_day: z.int().positive().default(20),
  repository_day: z.int().positive().default(50),
  open_runs: z.int().positive().default(20),
});

/** Unknown keys are errors. Defaults are filled in here and nowhere else. */
export const Config = z.strictObject({
  label: z.string().min(1).default("loop"),
  setup: z.array(Command).max(20).default([]),
  /** Hosts that setup commands may ask beside the registries of packages; `open` gives them all of the network. */
  setup_hosts: z.array(Host).max(50).default([]),
  setup_network: z.enum(["registries", "open"]).default("registries"),
  checks: CheckCommands.prefault({}),
  tests: z.array(Glob).default(TEST_GLOBS),
  protected: z
    .array(Glob)
    .default([])
    .transform((extra) => [...PROTECTED, ...extra.filter((glob) => !PROTECTED.includes(glob))]),
  rules: z
    .array(ProjectRule)
    .max(15)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
      error: "two rules have the same id",
    })
    .default([]),
  models: Models.prefault({}),
  limits: Limits.prefault({}),
  sandbox: z.enum(["required", "none"]).default("required"),
  audit: z
    .strictObject({
      mode: z.enum(["block", "warn"]).default("block"),
      every: z.int().positive().default(7),
      ceiling: z.int().positive().default(14),
    })
    .prefault({}),
  /** Whether runs learn from earlier runs, and leave something to later ones. */
  memory: z.boolean().default(true),
  /** Where unfinished work is shown that the loop can bring no further. */
  on_incomplete: z.enum(["branch", "draft"]).default("branch"),
  auto_approve: AutoApprove.nullable().default(null),
  /** Whether the issue's author may not approve its plan. */
  require_second_person: z.boolean().default(false),
  quotas: Quotas.prefault({}),
  commands: z.strictObject({ bare: z.boolean().default(true) }).prefault({}),
  fetch: z.array(Elsewhere).max(20).default([]),
  speculative: Speculative.default(false),
});
export type Config = z.infer<typeof Config>;
