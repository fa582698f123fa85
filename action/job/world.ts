/** The kits of the stations: what each may touch, and nothing else. */
import { join } from "node:path";
import { NO_MEMORIES, NO_MODEL, NO_PRESS, NO_WEB, NO_WORKSPACE } from "#adapters/absent.ts";
import { eventFile } from "#adapters/event-file.ts";
import { githubPress } from "#adapters/github/github-press.ts";
import { uploadedWorkspace } from "#adapters/github/trees/uploaded-workspace.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { systemWeb } from "#adapters/web.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import type { Run } from "#core/run/run.ts";
import { MINUTE } from "#core/values/time.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { GitHub } from "#ports/github.ts";
import { agentLog } from "../runner/agent-log.ts";
import { keyInMemory } from "../runner/audit-key.ts";
import { jobClock } from "../runner/clock.ts";
import { groundHere } from "./ground-here.ts";
import type { Scene } from "./scene.ts";
import type { Workbench } from "./workbench.ts";

/** As often as a worker may look whether it was stopped (architecture 5). */
const LOOK_EVERY = 5_000;

/** No model, no file of the repository, no pull request: enough to say on GitHub what the journal says. */
export function tellingKit({ github, log, guard, signal, machine }: Scene): StepContext & { readonly github: GitHub } {
  return {
    model: NO_MODEL,
    workspace: NO_WORKSPACE,
    publisher: NO_PRESS,
    // The workflow run that a hand-over starts is this one; the default branch is checked out here.
    github: { ...github, dispatch: () => Promise.resolve(machine.workflowRun), baseCommit: groundHere(machine) },
    clock: jobClock,
    random: systemRandom,
    secrets: keyInMemory(systemRandom),
    log,
    web: NO_WEB,
    // Plans are made at the desk, and what a run left is kept there.
    memories: NO_MEMORIES,
    roles: builtInRoles(),
    worker: machine.workflowRun,
    pollInterval: LOOK_EVERY,
    tell: () => undefined,
    redact: guard.hide,
    signal,
    whenAborted: "put_down",
  };
}

/** The bench: commits are made on GitHub. */
export function benchKit(scene: Scene, { workspace, model, roles }: Workbench): StepContext {
  return {
    ...tellingKit(scene),
    ...following(scene),
    model,
    roles,
    web: systemWeb(scene.guard.hide),
    workspace: uploadedWorkspace(workspace, scene.api, scene.machine),
    endsAt: endOf(scene),
  };
}

/** The proof: nothing is written anywhere; of GitHub it sees where the base is now. */
export function proofKit(run: Run, scene: Scene, { workspace, model, roles }: Workbench): StepContext {
  return {
    ...tellingKit(scene),
    ...following(scene),
    github: null,
    model,
    roles,
    web: systemWeb(scene.guard.hide),
    workspace,
    publisher: pressOf(run, scene),
    endsAt: endOf(scene),
  };
}

/** When the job is killed: its time is counted from the start of this process, which the steps before it make a little late. */
function endOf({ inputs }: Scene): number {
  return jobClock.now() - process.uptime() * 1000 + inputs.minutes * MINUTE;
}

/** The press: a continuation is a workflow run of its own. */
export function pressKit(run: Run, scene: Scene): StepContext & { readonly github: GitHub } {
  return { ...tellingKit(scene), github: scene.github, publisher: pressOf(run, scene) };
}

/** What agents do goes whole into a file, which the workflow uploads as an artifact, and in short into the log (M3.04). */
function following({ machine, inputs, log, guard }: Scene): Pick<StepContext, "tell"> {
  const file = join(machine.temp, "loopwright", `events-${inputs.station}.jsonl`);
  const write = eventFile(file, { redact: guard.hide, onTrouble: (why) => log.warn(why) });
  return { tell: agentLog(log, write) };
}

function pressOf(run: Run, { api, machine: { owner, repo } }: Scene): StepContext["publisher"] {
  return githubPress(api, { owner, repo, base: run.base.branch, clock: jobClock });
}
