/** The stations as they are in production, but for the machine below them: the desk of a bot, and the three jobs of a workflow run. */
import { Octokit } from "@octokit/rest";
import * as z from "zod";
import { NO_MEMORIES, NO_MODEL, NO_PUBLISHER, NO_WEB, NO_WORKSPACE } from "#adapters/absent.ts";
import type { Api } from "#adapters/github/client/api.ts";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { githubIssue } from "#adapters/github/github-issue.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { uploadedWorkspace } from "#adapters/github/trees/uploaded-workspace.ts";
import { killSwitchOfJob } from "#adapters/github/workflow/kill-switch-now.ts";
import { iso } from "#adapters/system-clock.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { MINUTE } from "#core/values/time.ts";
import { controlContextOf, type IssueAddress } from "#hub/control-adapters.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { GitHub } from "#ports/github.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import type { Model } from "#ports/model.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { keyInMemory } from "../../../action/runner/audit-key.ts";
import { readYaml } from "../../claims/files.ts";
import { KEY } from "./leaks.ts";
import { patient } from "./patient.ts";
import type { Process } from "./process.ts";

const silent = (): void => undefined;
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };
const ROLES = builtInRoles();
const GUARD = secretGuardOver([KEY]);
/** One for all jobs, which live in one process here: what one of them has read, the next one reads on from. */
const CODEC = journalCodec(iso);

/** What both sides need of the world. */
export interface Surroundings {
  readonly process: Process;
  readonly fetch: typeof fetch;
  readonly model: Model;
  readonly log: Log;
}

/** The client with the patience that jobs and bot have. */
export function apiOf({ fetch, log, process }: Pick<Surroundings, "fetch" | "log" | "process">): Api {
  const client = new Octokit({ auth: "t", baseUrl: "https://api.github.example", log: QUIET, request: { fetch } });
  return withOutgoingGuard(patient(client, process.clock), { guard: GUARD, warn: log.warn });
}

/** The desk of one issue, for one thing that is heard. */
export function deskFor(subject: IssueAddress, expected: boolean, surroundings: Surroundings): ControlContext {
  const { process, model, log } = surroundings;
  const desk = controlContextOf(subject, {
    api: apiOf(surroundings),
    settings: { access: { anthropic: { apiKey: KEY }, openai: null }, serverUrl: "https://github.example" },
    isOurs: writersNamed(["loopwright[bot]", ACTIONS_LOGIN]),
    freeze: null,
    appLogin: async () => "loopwright[bot]",
    expected,
    clock: process.clock,
    random: process.random,
    log,
    guard: GUARD,
    signal: new AbortController().signal,
    whenAborted: "put_down",
  });
  return { ...desk, stepContextOf: (config) => ({ ...desk.stepContextOf(config), model }) };
}

/** A job of a workflow run: which issue and run it is about, and what it runs as. */
export interface JobPlace {
  readonly owner: string;
  readonly repo: string;
  readonly issue: number;
  readonly runId: string;
  readonly workflowRun: string;
}

export interface Job {
  readonly api: Api;
  readonly github: GitHub;
  readonly journal: Journal;
  /** No model, no file, no pull request. */
  readonly telling: StepContext & { readonly github: GitHub };
}

/** As `action/scene` and `action/world` make it. `vouched`: as `GitHub.vouched`. */
export function jobAt(place: JobPlace, signal: AbortSignal, surroundings: Surroundings, vouched: boolean): Job {
  const { process, log } = surroundings;
  const { clock, random } = process;
  const api = apiOf(surroundings);
  const at = { owner: place.owner, repo: place.repo, issue: place.issue };
  const freeze = killSwitchOfJob(api, at, "", clock);
  const options = {
    ...at,
    workflow: "loopwright.yml",
    ref: "main",
    isOurs: writersNamed(["loopwright[bot]", ACTIONS_LOGIN]),
    clock,
    freeze,
    serverUrl: "https://github.example",
    vouched,
  };
  const github = githubIssue(api, options);
  const journal = refJournal(api, { ...at, runId: place.runId }, { codec: CODEC, onHeal: (line) => log.warn(line) });
  const telling = {
    model: NO_MODEL,
    workspace: NO_WORKSPACE,
    publisher: NO_PUBLISHER,
    // The workflow run that a hand-over starts is this one.
    github: { ...github, dispatch: () => Promise.resolve(place.workflowRun) },
    clock,
    random,
    secrets: keyInMemory(random),
    log,
    web: NO_WEB,
    memories: NO_MEMORIES,
    roles: ROLES,
    worker: place.workflowRun,
    pollInterval: 5_000,
    tell: () => undefined,
    redact: GUARD.hide,
    signal,
    whenAborted: "put_down" as const,
  };
  return { api, github, journal, telling };
}

const Limited = z.object({ "timeout-minutes": z.int().positive() }).transform((job) => job["timeout-minutes"] * MINUTE);
const Workflow = z.object({ jobs: z.object({ run: Limited, verify: Limited, publish: Limited }) });

/** Milliseconds after which each job is killed, as the workflow that people copy says it. */
export const LIMITS = readYaml(".", ".github/docs/loopwright.yml", Workflow).jobs;

/** The kit of the job `run`: commits are made on GitHub. */
export function benchKitOf(
  { api, telling }: Job,
  place: JobPlace,
  workspace: Parameters<typeof uploadedWorkspace>[0],
  model: Model,
): StepContext {
  return { ...telling, model, workspace: uploadedWorkspace(workspace, api, place), endsAt: telling.clock.now() + LIMITS.run };
}

/** The kit of the job `verify`: it writes nothing to GitHub. */
export function proofKitOf({ api, telling }: Job, place: JobPlace, workspace: StepContext["workspace"], model: Model): StepContext {
  const endsAt = telling.clock.now() + LIMITS.verify;
  return { ...telling, github: null, model, workspace, publisher: pressOf(api, place, telling), endsAt };
}

/** The kit of the job `publish`: a continuation is a workflow run of its own. */
export function pressKitOf({ api, github, telling }: Job, place: JobPlace): StepContext & { readonly github: GitHub } {
  return { ...telling, waitForBot: 60_000, github, publisher: pressOf(api, place, telling) };
}

function pressOf(api: Api, { owner, repo }: JobPlace, { clock }: Pick<StepContext, "clock">): StepContext["publisher"] {
  return githubPublisher(api, { owner, repo, base: "main", clock });
}
