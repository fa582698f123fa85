/** The roles of a run, and what a repository may set for each of them: its model, effort, tokens and time. */
import * as z from "zod";
import { providerOf } from "./model-provider.ts";
import { PROVIDERS, type Provider } from "./providers.ts";
import { Tier } from "./tier.ts";

/** The roles: agents that steps of a run call by name. */
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

/** A symbolic tier, or the id of a model, which passes through. */
export const ModelName = z
  .string()
  .refine((text) => Tier.safeParse(text).success || providerOf(text).kind === "known", {
    error: `must be ${Tier.options.join(", ")} or the id of a model, such as claude-sonnet-5-5, gpt-5.2 or openai:<id>`,
  });

/** How much a model thinks before it answers, from little to all that it can: more costs more time and tokens. */
export const Effort = z.enum(["low", "medium", "high", "xhigh", "max"]);
export type Effort = z.infer<typeof Effort>;

/** True for a model that is known to take an effort. */
export function takesEffort(provider: Provider, id: string): boolean {
  return PROVIDERS[provider].effort.some((beginning) => id.startsWith(beginning));
}

/** The most tokens that one reply may have; a model's thinking counts among them. */
export const MOST_TOKENS = 64_000;

/** The longest that an agent may work, in minutes. */
export const MOST_MINUTES = 60;

const RoleSettings = z.strictObject({
  model: ModelName.optional(),
  effort: Effort.optional(),
  tokens: z.int().min(256).max(MOST_TOKENS).optional(),
  minutes: z.number().positive().max(MOST_MINUTES).optional(),
});

/** Settings by role. `tokens`: of one reply; `minutes`: of the whole agent. What is not there is the role's own. */
export const Roles = z.partialRecord(RoleName, RoleSettings);
export type Roles = z.infer<typeof Roles>;

/** The roles with the models that the repository sets for them, in place of their own. */
export function withOwnModels<R extends { readonly tier: string }>(
  roles: ReadonlyMap<RoleName, R>,
  settings: Roles | undefined,
): readonly R[] {
  return [...roles].map(([name, role]) => ({ ...role, tier: settings?.[name]?.model ?? role.tier }));
}
