/** Makes the context of each station: only the ports that the station needs. */
import { join } from "node:path";
import { NO_MEMORIES, NO_MODEL, NO_PUBLISHER, NO_WEB, NO_WORKSPACE } from "#adapters/absent.ts";
import { eventFile } from "#adapters/event-file.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import { uploadedWorkspace } from "#adapters/github/trees/uploaded-workspace.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { systemWeb } from "#adapters/web.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import type { Run } from "#core/run/run.ts";
import { MINUTE, SECOND } from "#core/values/time.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { GitHub } from "#ports/github.ts";
import { agentLog } from "../runner/agent-log.ts";
import { keyInMemory } from "../runner/audit-key.ts";
import { jobClock } from "../runner/clock.ts";
import { baseCommitReader } from "./base-here.ts";
import type { JobContext } from "./job-context.ts";
import type { RunTools } from "./run-tools.ts";

/** Milliseconds between two checks of the run job whether it was stopped. */
const LOOK_EVERY = 5_000;

/**
 * The context for reporting: no model, no file of the repository, no pull request; enough to show on GitHub what the
 * journal says.
 */
export function reportingContext({
  github,
  log,
  guard,
  signal,
  machine,
}: JobContext): StepContext & { readonly github: GitHub } {
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
    // The control station makes plans and keeps the memories of a run.
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

/** The context of the run job: commits are made on GitHub. */
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

/** The context of the verify job: it writes nothing; of GitHub it sees only the base branch's commit. */
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

/**
 * The time when GitHub kills the job: counted from the start of this process, which is a little late, as other steps
 * come before it.
 */
function endOf({ inputs }: JobContext): number {
  return jobClock.now() - process.uptime() * 1000 + inputs.minutes * MINUTE;
}

/** The context of the publish job: a continuation is a workflow run of its own. */
export function publishContext(run: Run, scene: JobContext): StepContext & { readonly github: GitHub } {
  const { github, inputs } = scene;
  const waitForBot = inputs.waitForBot * SECOND;
  return { ...reportingContext(scene), waitForBot, github, publisher: pressOf(run, scene) };
}

/**
 * Writes the agents' events whole into a file, which the workflow uploads as an artifact, and in short into the log.
 */
function following({ machine, inputs, log, guard }: JobContext): Pick<StepContext, "tell"> {
  const file = join(machine.temp, "loopwright", `events-${inputs.station}.jsonl`);
  const write = eventFile(file, { redact: guard.hide, onFailure: (why) => log.warn(why) });
  return { tell: agentLog(log, write) };
}

function pressOf(run: Run, { api, appApi, machine: { owner, repo } }: JobContext): StepContext["publisher"] {
  return githubPublisher(api, { owner, repo, base: run.base.branch, clock: jobClock, app: appApi });
}
