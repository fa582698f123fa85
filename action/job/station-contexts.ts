/** The kits of the stations: what each may touch, and nothing else. */
import { join } from "node:path";
import { NO_MEMORIES, NO_MODEL, NO_PUBLISHER, NO_WEB, NO_WORKSPACE } from "#adapters/absent.ts";
import { eventFile } from "#adapters/event-file.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
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
import { baseCommitReader } from "./base-here.ts";
import type { JobContext } from "./job-context.ts";
import type { RunTools } from "./run-tools.ts";

/** As often as a worker may look whether it was stopped (architecture 5). */
const LOOK_EVERY = 5_000;

/** No model, no file of the repository, no pull request: enough to say on GitHub what the journal says. */
export function reportingContext({ github, log, guard, signal, machine }: JobContext): StepContext & { readonly github: GitHub } {
  return {
    model: NO_MODEL,
    workspace: NO_WORKSPACE,
    publisher: NO_PUBLISHER,
    // The workflow run that a hand-over starts is this one; the default branch is checked out here.
    github: { ...github, dispatch: () => Promise.resolve(machine.workflowRun), baseCommit: baseCommitReader(machine) },
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
export function runContext(scene: JobContext, { workspace, model, roles }: RunTools): StepContext {
  return {
    ...reportingContext(scene),
    ...following(scene),
    model,
    roles,
    web: systemWeb(scene.guard.hide),
    workspace: uploadedWorkspace(workspace, scene.api, scene.machine),
    endsAt: endOf(scene),
  };
}

/** The proof: nothing is written anywhere; of GitHub it sees where the base is now. */
export function verifyContext(run: Run, scene: JobContext, { workspace, model, roles }: RunTools): StepContext {
  return {
    ...reportingContext(scene),
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
function endOf({ inputs }: JobContext): number {
  return jobClock.now() - process.uptime() * 1000 + inputs.minutes * MINUTE;
}

/** The press: a continuation is a workflow run of its own. */
export function publishContext(run: Run, scene: JobContext): StepContext & { readonly github: GitHub } {
  return { ...reportingContext(scene), github: scene.github, publisher: pressOf(run, scene) };
}

/** What agents do goes whole into a file, which the workflow uploads as an artifact, and in short into the log (M3.04). */
function following({ machine, inputs, log, guard }: JobContext): Pick<StepContext, "tell"> {
  const file = join(machine.temp, "loopwright", `events-${inputs.station}.jsonl`);
  const write = eventFile(file, { redact: guard.hide, onFailure: (why) => log.warn(why) });
  return { tell: agentLog(log, write) };
}

function pressOf(run: Run, { api, machine: { owner, repo } }: JobContext): StepContext["publisher"] {
  return githubPublisher(api, { owner, repo, base: run.base.branch, clock: jobClock });
}
