/**
 * The contexts that expressions may name, place by place. A context that GitHub does not offer in a place is not there either.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#context-availability
 */
import type { Dispatched } from "../actions/dispatched.ts";
import type { Contexts } from "../actions/expression.ts";
import { MARK } from "./orphans.ts";
import type { Attempt, Folders, Need, Space } from "./space.ts";
import { debugging } from "./step-output.ts";

/** `concurrency` of a workflow. */
export function runContexts(attempt: Attempt): Contexts {
  return { github: githubOf(attempt), inputs: inputsOf(attempt), vars: attempt.machine.vars };
}

/** `if`, `concurrency` and `timeout-minutes` of a job. */
export function jobContexts(attempt: Attempt, needs: Readonly<Record<string, Need>>): Contexts {
  return { ...runContexts(attempt), needs };
}

/** `env` of a workflow; of a job with its `needs` beside it. */
export function envContexts({ attempt, token }: Space): Contexts {
  return { ...runContexts(attempt), github: { ...githubOf(attempt), token }, secrets: secretsOf({ attempt, token }) };
}

/** `if` of a step, before and after. */
export function conditionContexts(space: Space, env: ReadonlyMap<string, string>): Contexts {
  const { attempt, folders, id, token } = space;
  const machine = {
    os: "Linux",
    arch: "X64",
    name: RUNNER_NAME,
    temp: folders.temp,
    tool_cache: folders.tools,
    environment: "github-hosted",
  };
  return {
    ...jobContexts(attempt, space.needs),
    github: { ...githubOf(attempt), token, job: id, workspace: folders.workspace, event_path: folders.event },
    job: { status: space.status },
    runner: machine,
    env: Object.fromEntries(env),
    steps: Object.fromEntries(space.steps),
  };
}

/** Everything else in a step, and `outputs` of a job. */
export function stepContexts(space: Space, env: ReadonlyMap<string, string>): Contexts {
  return { ...conditionContexts(space, env), secrets: secretsOf(space) };
}

const RUNNER_NAME = "loopwright-lab";

function secretsOf({ attempt, token }: Pick<Space, "attempt" | "token">): Readonly<Record<string, string>> {
  return { ...attempt.machine.secrets, GITHUB_TOKEN: token };
}

/** In `inputs` a boolean is one; in `github.event.inputs` everything is text. */
function inputsOf({ run, workflow }: Attempt): Readonly<Record<string, unknown>> {
  const declared = booleansIn(workflow.on);
  return Object.fromEntries(Object.entries(run.inputs).map(([name, value]) => [name, declared.has(name) ? value === "true" : value]));
}

function booleansIn(on: unknown): ReadonlySet<string> {
  const declared = ["workflow_dispatch", "workflow_call"].map((trigger) => at(at(on, trigger), "inputs"));
  const names = declared.flatMap((inputs) => (typeof inputs === "object" && inputs !== null ? Object.keys(inputs) : []));
  return new Set(names.filter((name) => declared.some((inputs) => at(at(inputs, name), "type") === "boolean")));
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined;
}

function githubOf({ run, number, workflow, machine }: Attempt): Readonly<Record<string, unknown>> {
  const [owner] = run.repository.split("/");
  return {
    repository: run.repository,
    repository_owner: owner,
    repositoryUrl: `${machine.serverUrl}/${run.repository}.git`,
    server_url: machine.serverUrl,
    api_url: machine.apiUrl,
    graphql_url: machine.graphqlUrl,
    ref: run.ref,
    ref_name: refName(run),
    ref_type: run.ref.startsWith("refs/tags/") ? "tag" : "branch",
    sha: run.sha,
    actor: run.actor,
    triggering_actor: run.actor,
    event_name: run.event,
    event: run.payload,
    run_id: String(run.id),
    run_number: "1",
    run_attempt: String(number),
    retention_days: "90",
    workflow: workflow.name ?? run.workflow,
    workflow_ref: `${run.repository}/${run.workflow}@${run.ref}`,
    workflow_sha: run.sha,
  };
}

/** `main` of `refs/heads/main`. */
export function refName({ ref }: Dispatched): string {
  return ref.replace(/^refs\/(heads|tags|pull)\//, "");
}

/** The variables that a runner sets in every step. They cannot be overridden. */
export function defaultsOf(space: Space): Readonly<Record<string, string>> {
  const github = githubOf(space.attempt);
  const shown = Object.entries(github).filter(([name]) => name !== "event" && name !== "repositoryUrl");
  const upper = shown.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]);
  return {
    ...Object.fromEntries(upper),
    ...machineOf(space.folders),
    // https://docs.github.com/en/actions/reference/workflows-and-actions/variables: set only where debug logging is on.
    ...(debugging(space) && { RUNNER_DEBUG: "1" }),
    [MARK]: space.mark,
    GITHUB_ACTIONS: "true",
    GITHUB_JOB: space.id,
    GITHUB_WORKSPACE: space.folders.workspace,
    GITHUB_EVENT_PATH: space.folders.event,
  };
}

function machineOf({ temp, tools, workspace }: Folders): Readonly<Record<string, string>> {
  return {
    RUNNER_OS: "Linux",
    RUNNER_ARCH: "X64",
    RUNNER_NAME,
    RUNNER_ENVIRONMENT: "github-hosted",
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: tools,
    RUNNER_WORKSPACE: workspace.slice(0, workspace.lastIndexOf("/")),
  };
}
