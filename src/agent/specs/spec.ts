/** Defines an agent as a YAML file, parsed strictly, with the line of every mistake. */
import * as z from "zod";
import { ToolName } from "#agent/tools/tool.ts";
import { Effort, MOST_MINUTES, MOST_TOKENS, ModelName, RoleName } from "#core/config/role-settings.ts";
import { readYaml } from "./yaml-file.ts";

/** No agent may have the name of a tool, or of a part of the agent's own loop. */
const RESERVED: readonly string[] = [
  ...ToolName.options,
  "learn",
  "kernel",
  "perceive",
  "recall",
  "plan",
  "act",
  "verify",
];

/** The name of an agent is also the name of the tool that calls it. */
const AgentName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: "must be lower-case words with hyphens, such as code-reader" })
  .max(50)
  .refine((name) => !RESERVED.includes(name), { error: `is reserved: no agent may be called ${RESERVED.join(", ")}` });

/**
 * `turns`: model calls; `ms`: milliseconds for the whole agent; `maxTokens`: of one reply, thinking included. `depth`:
 * how deep agents may be nested below the one that was started; only the started agent's number counts.
 */
const AgentLimits = z.strictObject({
  turns: z.int().min(1).max(200),
  ms: z
    .int()
    .min(1000)
    .max(MOST_MINUTES * 60_000),
  maxTokens: z.int().min(256).max(MOST_TOKENS),
  depth: z.int().min(0).max(3).default(3),
});

const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/**
 * An agent. `prompt` is the whole system prompt but for the rule about data, which code adds
 * (agent/conversation/model-turn.ts). `agents` are those that it may delegate to; with `can_spawn: false` it delegates
 * to none of them.
 */
const Spec = z.strictObject({
  name: AgentName,
  description: z.string().trim().min(1).max(200),
  tier: ModelName,
  /** Absent: the model's own. */
  effort: Effort.optional(),
  tools: z.array(ToolName).refine(unique, { error: "names a tool twice" }),
  agents: z.array(AgentName).refine(unique, { error: "names an agent twice" }).default([]),
  can_spawn: z.boolean().default(true),
  limits: AgentLimits,
  prompt: z.string().trim().min(1).max(8000),
});
export type Spec = z.infer<typeof Spec>;

const Role = Spec.extend({ name: RoleName });
/** An agent that steps of a run call by its name. */
export type Role = z.infer<typeof Role>;

const HELP =
  `Such a file has these keys: ${Object.keys(Spec.shape).join(", ")} (limits: ` +
  `${Object.keys(AgentLimits.shape).join(", ")}); effort, agents, can_spawn and limits.depth may be left out.`;

/**
 * Parses the file of an agent. Throws as `readYaml`: the message names the line of an unknown key, tool or tier, or a
 * reserved name.
 */
export function parseSpec(file: string, text: string): Spec {
  return readYaml({ file, text, schema: Spec, help: HELP });
}

/** Parses the file of a role: an agent whose name is a role's. Throws as `parseSpec`. */
export function parseRole(file: string, text: string): Role {
  return readYaml({ file, text, schema: Role, help: HELP });
}

/** The agent of a file that comes with the product. Throws zod's error: a bug. */
export function builtInSpec(file: unknown): Spec {
  return Spec.parse(file);
}

/** The role of a file that comes with the product. Throws zod's error: a bug. */
export function builtInRole(file: unknown): Role {
  return Role.parse(file);
}
