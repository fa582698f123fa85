/** Asks a role of a run, or puts it to work: the one place where a step meets the agents. */
import type * as z from "zod";
import { ask } from "#agent/ask.ts";
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { type Work, work } from "#agent/work.ts";
import { type ReportedWork, workAndReport } from "#agent/work-and-report.ts";
import type { RoleName } from "#core/config/role-settings.ts";
import type { Tier } from "#core/config/tier.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { ToolAccess } from "#ports/tool-access.ts";
import { probesNote } from "#text/prompts/probes.ts";
import { conventionsIn } from "./surroundings.ts";

/** A question for a role; the answer fits the schema. */
export interface RoleQuestion<S extends z.ZodType> {
  readonly role: RoleName;
  readonly question: string;
  readonly schema: S;
  readonly toolAccess?: ToolAccess;
  /** How many commands it may run to try something out: it is told, and has no exec at 0. Absent: as its role says. */
  readonly commands?: number;
  /** Another tier than the role's own; null or absent: its own. */
  readonly tier?: Tier | null | undefined;
}

/** A goal for a role that changes files, and the check before each of its tool calls. */
export interface RoleGoal {
  readonly role: RoleName;
  readonly goal: string;
  readonly toolAccess: ToolAccess;
  readonly beforeTool: NonNullable<AgentEnv["beforeTool"]>;
  /** What is told of the repository around the task, as fenced blocks that follow the goal; "" for nothing. */
  readonly surroundings: string;
}

/** Those who are told the conventions of the repository although they change no file: they plan, or pass judgement. */
const TOLD: ReadonlySet<RoleName> = new Set(["hydrator", "planner", "plan-critic", "qa-verifier"]);

/** Asks a role. The conventions it is told are the base's. Throws what `ask` throws, and `Failure("git")`. */
export async function askRole<S extends z.ZodType>(
  run: Run,
  context: StepContext,
  { role, question, schema, toolAccess, tier, commands }: RoleQuestion<S>,
): Promise<z.output<S>> {
  const spec = specOf(role, run, context);
  const { base, config } = run;
  const conventions = TOLD.has(role) ? await conventionsIn(context.workspace, base.tree, config.models) : "";
  const asked = followedBy(followedBy(question, conventions), commands === undefined ? "" : probesNote(commands));
  const tools = commands === 0 ? spec.tools.filter((tool) => tool !== "exec") : spec.tools;
  return ask({ ...spec, tools, tier: tier ?? spec.tier }, asked, schema, { ...envOf(run, context), toolAccess });
}

/** Puts a role to work. Throws what `work` throws. */
export function workRole(
  run: Run,
  context: StepContext,
  { role, goal, toolAccess, beforeTool, surroundings }: RoleGoal,
): Promise<Work> {
  return work(specOf(role, run, context), followedBy(goal, surroundings), {
    ...envOf(run, context),
    toolAccess,
    beforeTool,
  });
}

/** Puts a role to work that reports as data at its end. Throws what `workAndReport` throws. */
export function workRoleAndReport<S extends z.ZodType>(
  run: Run,
  context: StepContext,
  { role, goal, toolAccess, beforeTool, surroundings }: RoleGoal,
  schema: S,
): Promise<ReportedWork<z.output<S>>> {
  return workAndReport(specOf(role, run, context), followedBy(goal, surroundings), schema, {
    ...envOf(run, context),
    toolAccess,
    beforeTool,
  });
}

function followedBy(goal: string, blocks: string): string {
  return blocks === "" ? goal : `${goal}\n\n${blocks}`;
}

/**
 * The role as the repository sets it, within the limits of the plan: of turns the smaller number holds, of times the
 * role's setting, then the limit for every agent, then the role's own.
 */
function specOf(role: RoleName, run: Run, { roles }: StepContext): Spec {
  const spec = roles.get(role);
  if (spec === undefined) throw new Error(`bug: no role ${role}`);
  const { turns, agentMs } = limitsOf(run);
  const { model, effort, tokens, minutes } = run.config.roles?.[role] ?? {};
  return {
    ...spec,
    tier: model ?? spec.tier,
    effort: effort ?? spec.effort,
    limits: {
      ...spec.limits,
      turns: Math.min(spec.limits.turns, turns),
      ms: minutes === undefined ? (agentMs ?? spec.limits.ms) : minutes * 60_000,
      maxTokens: tokens ?? spec.limits.maxTokens,
    },
  };
}

/** The surroundings of an agent; its warnings go to the log as well. */
function envOf(run: Run, context: StepContext): AgentEnv {
  const { model, web, signal, clock, log } = context;
  const tell = (event: SessionEvent): void => {
    if (event.kind === "warning") log.warn(`${event.agentId}: ${event.data.text}`);
    context.tell(event);
  };
  const { models, fetch: hosts } = run.config;
  const access = hosts.length === 0 ? undefined : { web, hosts };
  return { model, web: access, signal, clock, models, callMs: limitsOf(run).callMs, session: run.runId, tell };
}
