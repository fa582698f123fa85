/** What makes an agent: a role's YAML file, read strictly, with the line of every mistake (S3.11, architecture 3). */
import * as z from "zod";
import { Tier } from "#core/config.ts";
import { ToolName } from "./tools/tool.ts";
import { readYaml } from "./yaml-file.ts";

/** The roles of behaviours 6.5; nothing else can be an agent. */
export const RoleName = z.enum([
  "hydrator",
  "plan-critic",
  "answerer",
  "investigator",
  "planner",
  "worker",
  "preparer",
  "evaluator",
  "critique",
  "refiner",
  "auditor",
  "qa-verifier",
  "reflector",
]);
export type RoleName = z.infer<typeof RoleName>;

/** A symbolic tier, or the id of a model, which passes through (S3.16). */
const Model = z.string().refine((text) => Tier.safeParse(text).success || /^(?=.*-)(?=.*\d)[\w.:@/-]+$/.test(text), {
  error: `must be ${Tier.options.join(", ")} or the id of a model, such as claude-sonnet-5-5`,
});

/** Model calls, milliseconds for the whole agent, and the most tokens of one reply (behaviours 6.4). */
const AgentLimits = z.strictObject({
  turns: z.int().min(1).max(200),
  ms: z.int().min(1000).max(3_600_000),
  maxTokens: z.int().min(256).max(64_000),
});

/** A role. `prompt` is the whole system prompt but for the rule about data, which code adds (agent/converse). */
export const Spec = z.strictObject({
  name: RoleName,
  description: z.string().trim().min(1).max(200),
  tier: Model,
  tools: z.array(ToolName).refine((tools) => new Set(tools).size === tools.length, { error: "names a tool twice" }),
  limits: AgentLimits,
  prompt: z.string().trim().min(1).max(8000),
});
export type Spec = z.infer<typeof Spec>;

const HELP = `A role file has exactly these keys: ${Object.keys(Spec.shape).join(", ")} (limits: ${Object.keys(AgentLimits.shape).join(", ")}).`;

/** Reads a role file. Throws as `readYaml`: an unknown key, role, tool or tier is told with its line. */
export function parseSpec(file: string, text: string): Spec {
  return readYaml({ file, text, schema: Spec, help: HELP });
}
