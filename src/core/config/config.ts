/** The settings that a repository may make in `.github/loopwright.yml`. They are read from the base branch only. */
import * as z from "zod";
import { ProjectRule } from "#core/rules/project-rules.ts";
import { Limits } from "#core/values/limits.ts";
import { providerOf } from "./model-provider.ts";
import { AutoApprove, Glob, Quotas } from "./quotas.ts";
import { Roles } from "./role-settings.ts";
import { usualModels } from "./usual-models.ts";

/** The path of the file in the repository. */
export const CONFIG_FILE = ".github/loopwright.yml";

const Command = z.string().trim().min(1).max(1000);

/** The id of a model whose provider is known by the id (core/config/model-provider). */
const Model = z
  .string()
  .min(1)
  .superRefine((id, context) => {
    const place = providerOf(id);
    if (place.kind === "unknown") context.addIssue({ code: "custom", message: place.why });
  });

const USUAL = usualModels([]);

const Models = z.strictObject({
  best: Model.default(USUAL.best),
  balanced: Model.default(USUAL.balanced),
  fast: Model.default(USUAL.fast),
});

/** The name of a host: no address, no port, no path. */
const Host = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: "must be the name of a host in lower case, such as docs.example.org",
  });

/**
 * A host that agents may read pages from: no host of GitHub, because the journal with the hidden checks is there, and
 * what people wrote since the run began.
 */
const Elsewhere = Host.refine((host) => !/(?:^|\.)(?:github\.com|githubusercontent\.com|ghe\.com)$/.test(host), {
  error: "must be no host of GitHub: a worker could read there what its own run keeps from it",
});

/**
 * Commands that check the repository as it is; null = the repository has none. `format` changes it instead, and is
 * never detected.
 */
export const CheckCommands = z.strictObject({
  test: Command.nullable().default(null),
  build: Command.nullable().default(null),
  lint: Command.nullable().default(null),
  types: Command.nullable().default(null),
  format: Command.nullable().default(null),
});
export type CheckCommands = z.infer<typeof CheckCommands>;

/** The usual places of tests in many languages. A repository that keeps them elsewhere sets `tests`. */
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

/** Unknown keys are errors. Defaults are filled in here and nowhere else. */
export const Config = z.strictObject({
  label: z.string().min(1).default("loop"),
  setup: z.array(Command).max(20).default([]),
  /** Hosts that setup commands may reach beside the package registries. */
  setup_hosts: z.array(Host).max(50).default([]),
  /** `open`: setup commands may reach every host. */
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
  /** No default: older runs have none, and their digests stay as they are. */
  roles: Roles.optional().meta({ default: {} }),
  limits: Limits.prefault({}),
  sandbox: z.enum(["required", "none"]).default("required"),
  audit: z
    .strictObject({
      mode: z.enum(["block", "warn"]).default("block"),
      every: z.int().positive().default(7),
      ceiling: z.int().positive().default(14),
    })
    .prefault({}),
  /**
   * False: a plan is shown without having been tried on its base. No default: older runs have none, and their digests
   * stay as they are.
   */
  rehearse: z.boolean().optional().meta({ default: true }),
  /** True: runs learn from earlier runs, and keep a lesson for later ones. */
  memory: z.boolean().default(true),
  /** Unfinished work that the loop can bring no further stays on its branch, or gets a draft pull request as well. */
  on_incomplete: z.enum(["branch", "draft"]).default("branch"),
  /** Null: no plan may begin without a person. */
  auto_approve: AutoApprove.nullable().default(null),
  /** True: the issue's author may not approve its plan. */
  require_second_person: z.boolean().default(false),
  quotas: Quotas.prefault({}),
  /** True: an issue shows all runs. No default: older runs have none, and their digests stay as they are. */
  dashboard: z.boolean().optional().meta({ default: false }),
  commands: z.strictObject({ bare: z.boolean().default(true) }).prefault({}),
  fetch: z.array(Elsewhere).max(20).default([]),
});
export type Config = z.infer<typeof Config>;
