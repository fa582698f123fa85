/** What a repository may set in `.github/loopwright.yml` (architecture 4). Read from the base branch only. */
import * as z from "zod";
import { Limits } from "./limits.ts";

/** Symbolic names of models; `models` maps them to concrete ids. */
export const Tier = z.enum(["best", "balanced", "fast"]);
export type Tier = z.infer<typeof Tier>;

const Command = z.string().trim().min(1).max(1000);
const Glob = z.string().min(1).max(200);

const Models = z.strictObject({
  best: z.string().min(1).default("claude-opus-5-5"),
  balanced: z.string().min(1).default("claude-sonnet-5-5"),
  fast: z.string().min(1).default("claude-haiku-5-5"),
});

/** Commands that judge the repository as it is; null = the repository has none. */
export const Checks = z.strictObject({
  test: Command.nullable().default(null),
  build: Command.nullable().default(null),
  lint: Command.nullable().default(null),
  types: Command.nullable().default(null),
});
export type Checks = z.infer<typeof Checks>;

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
  ".github/loopwright.yml",
  ".github/loopwright/**",
  ".github/dependabot.yml",
];

/** Unknown keys are errors. Defaults are filled in here and nowhere else. */
export const Config = z.strictObject({
  label: z.string().min(1).default("loop"),
  setup: z.array(Command).max(20).default([]),
  checks: Checks.prefault({}),
  tests: z.array(Glob).default(TEST_GLOBS),
  protected: z
    .array(Glob)
    .default([])
    .transform((extra) => [...PROTECTED, ...extra.filter((glob) => !PROTECTED.includes(glob))]),
  models: Models.prefault({}),
  limits: Limits.prefault({}),
  sandbox: z.enum(["required", "none"]).default("required"),
  audit: z.strictObject({ every: z.int().positive().default(7), ceiling: z.int().positive().default(14) }).prefault({}),
  /** Whether runs learn from earlier runs, and leave something to later ones. */
  memory: z.boolean().default(true),
  commands: z.strictObject({ bare: z.boolean().default(true) }).prefault({}),
});
export type Config = z.infer<typeof Config>;
