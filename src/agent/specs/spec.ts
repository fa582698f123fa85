/** What makes an agent: a YAML file, read strictly, with the line of every mistake (S3.11, architecture 3). */
import * as z from "zod";
import { ToolName } from "#agent/tools/tool.ts";
import { providerOf } from "#core/config/provider.ts";
import { Tier } from "#core/config/tier.ts";
import { readYaml } from "./yaml-file.ts";

/** The roles of behaviours 6.5: the agents that steps of a run call by name. */
export const RoleName = z.enum([
  "hydrator",
  "plan-critic",
  "coordinator",
  "answerer",
  "investigator",
  "planner",
  "worker",
  "probe",
  "decomposer",
  "preparer",
  "evaluator",
  "critique",
  "refiner",
  "auditor",
  "qa-verifier",
  "reflector",
]);
export type RoleName = z.infer<typeof RoleName>;

/** No agent may be called like a tool, or like a part of the agent's own loop (S3.11). */
const RESERVED: readonly string[] = [...ToolName.options, "learn", "kernel", "perceive", "recall", "plan", "act", "verify"];

/** The name of an agent is the name of a tool to those that may call it. */
const AgentName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: "must be lower-case words with hyphens, such as code-reader" })
  .max(50)
  .refine((name) => !RESERVED.includes(name), { error: `is reserved: no agent may be called ${RESERVED.join(", ")}` });

/** A symbolic tier, or the id of a model, which passes through (S3.16). */
export const ModelName = z.string().refine((text) => Tier.safeParse(text).success || providerOf(text).kind === "known", {
  error: `must be ${Tier.options.join(", ")} or the id of a model, such as claude-sonnet-5-5, gpt-5.2 or openai:<id>`,
});

/**
 * Model calls, milliseconds for the whole agent, and the most tokens of one reply (behaviours 6.4). `depth`: how deep agents
 * may be nested below the one that was started; its number holds for all of them, theirs do not count (C3.05, S3.47).
 */
const AgentLimits = z.strictObject({
  turns: z.int().min(1).max(200),
  ms: z.int().min(1000).max(3_600_000),
  maxTokens: z.int().min(256).max(64_000),
  depth: z.int().min(0).max(3).default(3),
});

const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/**
 * An agent. `prompt` is the whole system prompt but for the rule about data, which code adds (agent/conversation/converse). `agents` are those that
 * it may give goals to; with `can_spawn: false` it gives none to anybody, whatever it names (S3.08).
 */
const Spec = z.strictObject({
  name: AgentName,
  description: z.string().trim().min(1).max(200),
  tier: ModelName,
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

const HELP = `Such a file has these keys: ${Object.keys(Spec.shape).join(", ")} (limits: ${Object.keys(AgentLimits.shape).join(", ")}); agents, can_spawn and limits.depth may be left out.`;

/** Reads the file of an agent. Throws as `readYaml`: an unknown key, tool or tier, or a reserved name, is told with its line. */
export function parseSpec(file: string, text: string): Spec {
  return readYaml({ file, text, schema: Spec, help: HELP });
}

/** Reads the file of a role: an agent whose name is a role's. Throws as `parseSpec`. */
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
