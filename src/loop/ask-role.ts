/** A role of this run, asked or put to work: the one place where a step meets the agents. */
import type * as z from "zod";
import { ask } from "#agent/ask.ts";
import type { RoleName, Spec } from "#agent/spec.ts";
import type { Env } from "#agent/talk.ts";
import { type Work, work } from "#agent/work.ts";
import type { Tier } from "#core/config.ts";
import { limitsOf, type Run } from "#core/run.ts";
import type { Hands } from "#ports/hands.ts";
import type { Kit } from "./kit.ts";

/** A question for a role; the answer fits the schema. */
export interface Question<S extends z.ZodType> {
  readonly role: RoleName;
  readonly question: string;
  readonly schema: S;
  readonly hands?: Hands;
  /** Another tier than the role's own; null or absent: its own. */
  readonly tier?: Tier | null | undefined;
}

/** A goal for a role that changes files, and the gate before each of its tool calls. */
export interface Goal {
  readonly role: RoleName;
  readonly goal: string;
  readonly hands: Hands;
  readonly beforeTool: NonNullable<Env["beforeTool"]>;
}

/** Asks a role. Throws what `ask` throws. */
export function askRole<S extends z.ZodType>(
  run: Run,
  kit: Kit,
  { role, question, schema, hands, tier }: Question<S>,
): Promise<z.output<S>> {
  const spec = specOf(role, run, kit);
  return ask({ ...spec, tier: tier ?? spec.tier }, question, schema, { ...envOf(run, kit), hands });
}

/** Puts a role to work. Throws what `work` throws. */
export function workRole(run: Run, kit: Kit, { role, goal, hands, beforeTool }: Goal): Promise<Work> {
  return work(specOf(role, run, kit), goal, { ...envOf(run, kit), hands, beforeTool });
}

/** The role within the limits of the plan: the smaller number holds. */
function specOf(role: RoleName, run: Run, { roles }: Kit): Spec {
  const spec = roles.get(role);
  if (spec === undefined) throw new Error(`bug: no role ${role}`);
  const { turns, agentMs } = limitsOf(run);
  return { ...spec, limits: { ...spec.limits, turns: Math.min(spec.limits.turns, turns), ms: Math.min(spec.limits.ms, agentMs) } };
}

function envOf(run: Run, { model, signal, clock }: Kit): Env {
  return { model, signal, clock, models: run.config.models, callMs: limitsOf(run).callMs };
}
