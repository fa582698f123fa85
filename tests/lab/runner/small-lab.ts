/** A runner with one served repository, for its tests: commits a workflow, runs it, gives what came of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Dispatched, Permissions } from "../actions/dispatched.ts";
import { serveRepository } from "./served-repository.ts";
import type { Need } from "./space.ts";
import { type Artifact, type LabRunner, startRunner } from "./start-runner.ts";

const FIXTURES = fileURLToPath(new URL("./fixtures/actions", import.meta.url));

export const TOKEN = "ghs_0123456789abcdefghijklmnopqrstuvwxyz";

export interface Ran {
  readonly conclusion: string;
  readonly jobs: Readonly<Record<string, Need>>;
  /** As text, without the jobs' names. */
  readonly log: readonly string[];
  readonly summaries: readonly string[];
  readonly artifacts: readonly Artifact[];
}

export interface RunWish extends Partial<Pick<Dispatched, "id" | "inputs" | "event" | "payload">> {
  readonly signal?: AbortSignal;
  /** Beside the workflow. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface SmallLab {
  readonly runner: LabRunner;
  readonly folder: string;
  /** Permissions of every token that was asked for. */
  readonly asked: readonly Permissions[];
  /** The workflow becomes a commit of its own. */
  run(workflow: string, wish?: RunWish): Promise<Ran>;
  close(): Promise<void>;
}

export const SECRETS = { API_KEY: "sk-lab-0123456789", DOCUMENT: "first secret line\nsecond secret line" };

/** Short times of patience; the actions of `fixtures/actions` by `lab/<folder>`. */
export async function startSmallLab(): Promise<SmallLab> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-lab-runner-"));
  const repository = await serveRepository(folder, TOKEN);
  const names = ["core", "phases", "stubborn", "outside", "composite", "nested", "called"];
  const runner = startRunner({
    node: process.execPath,
    actions: Object.fromEntries(names.map((name) => [`lab/${name}`, join(FIXTURES, name)])),
    secrets: SECRETS,
    vars: { PLACE: "loopback" },
    apiUrl: `${repository.url}/api/v3`,
    graphqlUrl: `${repository.url}/api/graphql`,
    serverUrl: repository.url,
    temp: join(folder, "runs"),
    patience: { interrupt: 150, terminate: 150, force: 1_500 },
  });
  const asked: Permissions[] = [];
  let newest = 0;
  const token = async (permissions: Permissions): Promise<string> => {
    asked.push(permissions);
    return TOKEN;
  };
  return {
    runner,
    folder,
    asked,
    run: async (workflow, { signal = new AbortController().signal, files = {}, ...wish } = {}) => {
      const path = ".github/workflows/test.yml";
      const facts = { id: ++newest, inputs: {}, actor: "alice", event: "workflow_dispatch", payload: {}, ...wish };
      const sha = await repository.commit({ ...files, [path]: workflow });
      const job: Dispatched = { ...facts, repository: repository.name, workflow: path, ref: "refs/heads/main", sha, token };
      const { conclusion } = await runner.run(job, signal);
      return {
        conclusion,
        jobs: runner.outputs(job.id),
        log: runner.logs(job.id).map(({ text }) => text),
        summaries: runner.summaries(job.id).map(({ markdown }) => markdown),
        artifacts: await runner.artifacts(job.id),
      };
    },
    close: async () => {
      await repository.close();
      await rm(folder, { recursive: true });
    },
  };
}
