/** `loopwright agent`: the root agent works alone on a goal, on a copy of the worktree, which gets its changes. */
import { worktreeAt } from "#adapters/git/worktree/worktree.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { type Agent, type AgentResult, agent } from "#agent/agent.ts";
import { builtInAgents, withAgentFiles } from "#agent/specs/agents.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { meterModel } from "#agent/window/meter.ts";
import { finishAgentWork, showAgentEvents } from "#cli/agent/agent-work.ts";
import { type AgentWorkplace, agentGoalOf, copyWorktree } from "#cli/agent/agent-working-copy.ts";
import { modelOf } from "#cli/here/model-here.ts";
import { repositoryHere } from "#cli/here/repository-here.ts";
import { configAtHead } from "#cli/here/settings-now.ts";
import { workspaceOf } from "#cli/here/workspace-here.ts";
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
  // Beside what git is asked: it takes as long as all of that.
  const probing = probeSandbox();
  const repository = await repositoryHere(terminal.folder);
  const [config, worktree] = await Promise.all([configAtHead(repository, terminal.env), worktreeAt(terminal.folder)]);
  const model = modelOf(terminal, config.models);
  const workspace = await workspaceOf(terminal, repository, config, await probing);
  try {
    const files = await agentFilesOf(workspace, repository.tree);
    const agents = orMisuse(() => withAgentFiles(builtInAgents(), files));
    const place = await copyWorktree(terminal, { repository, config, workspace, worktree });
    const opening = workspace.open(place.tree, { git: true });
    const [workingCopy, goal] = await Promise.all([opening, agentGoalOf(wishes.goal, place)]);
    const scene = { ...wishes, terminal, place, workingCopy };
    const result = await live(rootOf({ agents, model, workingCopy }, place, wishes, terminal.signal), goal, scene);
    return await finishAgentWork(result.end, scene);
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
