/**
 * `loopwright agent`: the root agent works alone on a goal, on a copy of the worktree; its changes are applied when it
 * is done.
 */
import { systemClock } from "#adapters/system-clock.ts";
import { type Agent, type AgentResult, agent } from "#agent/agent.ts";
import { builtInAgents, withAgentFiles } from "#agent/specs/agents.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { meterModel } from "#agent/window/meter.ts";
import { finishAgentWork, showAgentEvents } from "#cli/local/agent-work.ts";
import { type AgentWorkplace, agentGoalOf, copyWorktree } from "#cli/local/agent-working-copy.ts";
import { homeOf } from "#cli/local/home.ts";
import { workspaceOf } from "#cli/local/local-context.ts";
import { modelOf } from "#cli/local/local-model.ts";
import { configAtHead } from "#cli/local/settings-now.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { ModelName } from "#core/config/role-settings.ts";
import { repeatedProblemsOf } from "#core/events/data/tool-problem.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import { agentFilesOf } from "#loop/context/role-files.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import type { WorkingCopy } from "#ports/workspace.ts";

/** Exit code 0 when the root agent ended by itself and its changes are in the worktree (or printed), else 1. */
export async function runAgent(args: Arguments, terminal: Terminal): Promise<number> {
  const wishes = wishesOf(args);
  const home = await homeOf(terminal);
  const config = await configAtHead(home, terminal.env);
  const model = modelOf(terminal, config.models);
  const workspace = await workspaceOf(terminal, home, config);
  try {
    const files = await agentFilesOf(workspace, home.repository.tree);
    const agents = orMisuse(() => withAgentFiles(builtInAgents(), files));
    const place = await copyWorktree(terminal, { home, config, workspace });
    const workingCopy = await workspace.open(place.tree, { git: true });
    const root = rootOf({ agents, model, workingCopy }, place, wishes, terminal.signal);
    const result = await live(root, await agentGoalOf(wishes.goal, place), { ...wishes, terminal, place, workingCopy });
    return await finishAgentWork(result.end, { ...wishes, terminal, place, workingCopy });
  } finally {
    await workspace.dispose();
  }
}

/** The options of the arguments; null = as the root agent's role file says. */
interface Wishes {
  readonly goal: string;
  readonly turns: number | null;
  readonly tier: string | null;
  readonly json: boolean;
  readonly dry: boolean;
}

/** Throws `Misuse` before anything is done or paid for. */
function wishesOf(args: Arguments): Wishes {
  const [goal, tier, turns] = [args.words.join(" ").trim(), args.value("model"), args.value("max-turns")];
  if (goal === "") throw new Misuse('what is to be done? loopwright agent "<goal>"');
  if (tier !== undefined && !ModelName.safeParse(tier).success)
    throw new Misuse(`--model takes best, balanced, fast or the id of a model, not ${tier}`);
  if (turns !== undefined && !/^([1-9]\d?|1\d\d|200)$/.test(turns))
    throw new Misuse(`--max-turns takes a number from 1 to 200, not ${turns}`);
  return {
    goal,
    tier: tier ?? null,
    turns: turns === undefined ? null : Number(turns),
    json: args.has("json"),
    dry: args.has("dry-run"),
  };
}

interface Given {
  readonly agents: ReadonlyMap<string, Spec>;
  readonly model: Model;
  readonly workingCopy: WorkingCopy;
}

function rootOf(
  { agents, model, workingCopy }: Given,
  { config }: AgentWorkplace,
  { turns, tier }: Wishes,
  signal: AbortSignal,
): Agent {
  const spec = agents.get("root");
  if (spec === undefined) throw new Error("bug: no root");
  const asked = { ...spec, tier: tier ?? spec.tier, limits: { ...spec.limits, turns: turns ?? spec.limits.turns } };
  const { models, limits } = config;
  const purse = meterModel(model, { tokens: limits.tokens, dollars: limits.dollars }, NO_USAGE);
  return agent(asked, {
    model: purse,
    toolAccess: workingCopy.toolAccess,
    signal,
    clock: systemClock,
    models,
    agents,
    callMs: limits.callMs,
  });
}

/** Throws the root agent's error; its changes until then are kept aside, as far as the sandbox still answers. */
async function live(root: Agent, goal: string, work: Parameters<typeof finishAgentWork>[1]): Promise<AgentResult> {
  const watching = showAgentEvents(root.events, work);
  try {
    const result = await root.run(goal);
    await watching;
    if (!work.json) work.terminal.print(result.output);
    for (const { agentName, kind, count } of repeatedProblemsOf(result.signals))
      work.terminal.note(`stumbled: ${agentName}, ${kind} (${count})`);
    return result;
  } catch (error) {
    await watching;
    if (error instanceof Interrupted || (error instanceof Failure && error.service !== "sandbox"))
      await finishAgentWork("broken", work);
    throw error;
  }
}
