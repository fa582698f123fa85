/** `npm run bench:start`: how long the built Action takes from its start to the first request that reaches the model (performance targets). */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { systemClock } from "#adapters/system-clock.ts";
import { sealOf } from "#core/approval.ts";
import { Config } from "#core/config.ts";
import type { Draft } from "#core/event.ts";
import { runIdOf } from "#core/issue.ts";
import { approveActive } from "#loop/desk/active.ts";
import { readRun } from "#loop/read-run.ts";
import { writeDown } from "#loop/write-down.ts";
import { deskOf, type Seat, showPlan } from "../../action/desk.ts";
import { as, OPTIONS, ROLES, tokenOf } from "../../action/people.ts";
import { FILES, HYDRATION, ISSUE } from "../../action/story.ts";
import { builtProgram } from "../demo/root.ts";
import { type GitHub, startGitHub } from "../github/github.ts";

const ROUNDS = 10;
/** Milliseconds that the median may take. */
const LIMIT = 400;

const WORKFLOW = "on: { workflow_dispatch: { inputs: { issue: {}, run_id: {}, digest: {} } } }\njobs: {}\n";

/** A model that notes when it is asked for the first time, and never answers. */
interface DeafModel {
  readonly url: string;
  readonly server: Server;
  /** Resolves with the moment of the next request. */
  readonly asked: () => Promise<number>;
}

async function deafModel(): Promise<DeafModel> {
  const server = createServer(() => void server.emit("asked", performance.now()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}`, server, asked: async () => z.number().parse((await once(server, "asked"))[0]) };
}

/** A new issue with an approved run, and the checkout of a job. `scored`: the base was scored before, as for a run that is resumed. */
async function prepare(github: GitHub, folder: string, scored: boolean): Promise<Seat & { readonly digest: string }> {
  const { number } = (await as(github, "rob").rest.issues.create({ owner: "acme", repo: "bench", ...ISSUE })).data;
  const seat = { repo: "bench", number, runId: runIdOf("split-drops", new Date().toISOString()) };
  const desk = await deskOf(github, seat);
  await showPlan(github, seat, desk, { config: Config.parse({}) });
  const { data } = await as(github, "wim").rest.issues.createComment({
    owner: "acme",
    repo: "bench",
    issue_number: number,
    body: "/approve",
  });
  const journal = desk.journalOf(seat.runId);
  const by = { id: data.user?.id ?? 0, type: "User", login: "wim" };
  const happening = { kind: "comment_created", body: "/approve", edited: false } as const;
  const issue = { ...ISSUE, author: "rob", authorId: 0, open: true };
  const heard = { happening, by, issue, comment: data.id, at: Date.now(), ours: [] };
  const outcome = await approveActive(heard, { digest: null, stepwise: false }, { journal, run: await readRun(journal) }, desk);
  if (outcome.kind !== "done") throw new Error(`the plan was not approved: ${JSON.stringify(outcome)}`);
  const drafts: readonly Draft[] = [
    { kind: "setup_done", ok: true, details: "", ms: 0 },
    { kind: "base_scored", results: HYDRATION.rules.map(({ id }) => ({ id, verdict: "fail", details: "", evidence: [] })), tests: null },
  ];
  if (scored) await writeDown(journal, systemClock, () => ({ drafts, alone: false }));
  // Not the synchronous one: GitHub answers out of this very process.
  await promisify(execFile)("git", ["clone", "--quiet", `${github.url}/acme/bench`, folder]);
  return { ...seat, digest: sealOf(await readRun(journal)) ?? "" };
}

/** Starts the Action as a runner would, and ends it when the model was asked. Milliseconds. */
async function round(github: GitHub, model: DeafModel, temp: string, scored: boolean): Promise<number> {
  const folder = join(temp, "checkout");
  const { number, runId, digest } = await prepare(github, folder, scored);
  for (const name of ["output", "summary"]) writeFileSync(join(temp, name), "");
  mkdirSync(join(temp, "temp"));
  const inputs = {
    station: "run",
    issue: String(number),
    "run-id": runId,
    digest,
    "github-token": tokenOf("ada"),
    "anthropic-api-key": "k",
  };
  const env = {
    PATH: process.env["PATH"] ?? "",
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    "INPUT_ANTHROPIC-BASE-URL": model.url,
    GITHUB_REPOSITORY: "acme/bench",
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_EVENT_PATH: join(temp, "event.json"),
    GITHUB_RUN_ID: "901",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_SERVER_URL: github.url,
    GITHUB_API_URL: github.url,
    GITHUB_WORKFLOW_REF: "acme/bench/.github/workflows/loopwright.yml@refs/heads/main",
    GITHUB_REF_NAME: "main",
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: join(temp, "temp"),
    GITHUB_OUTPUT: join(temp, "output"),
    GITHUB_STEP_SUMMARY: join(temp, "summary"),
  };
  const before = performance.now();
  const child = spawn(process.execPath, [builtProgram("action.mjs")], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  const at = await Promise.race([model.asked(), ended.then(() => null)]);
  child.kill("SIGKILL");
  await ended;
  if (at === null) throw new Error("the Action ended before it asked the model");
  return at - before;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[ROUNDS / 2 - 1] ?? 0) + (sorted[ROUNDS / 2] ?? 0)) / 2;
}

/** Ten starts, each on an issue of its own. */
async function starts(github: GitHub, model: DeafModel, scored: boolean): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    const temp = mkdtempSync(join(tmpdir(), "loopwright-bench-"));
    taken.push(await round(github, model, temp, scored));
    rmSync(temp, { recursive: true, force: true });
  }
  return taken;
}

/** True when the start alone is within the limit; what scoring the base costs is the repository's own, and told beside it. */
async function bench(): Promise<boolean> {
  const files = { ...FILES, ".github/workflows/loopwright.yml": WORKFLOW };
  const repositories = [{ owner: "acme", name: "bench", files, roles: ROLES }];
  const github = await startGitHub({ ...OPTIONS, repositories, runner: { run: async () => ({ conclusion: "success" }) } });
  const model = await deafModel();
  const tell = (what: string, values: readonly number[]): void =>
    void process.stdout.write(`${what}: ${values.map((ms) => ms.toFixed(0)).join(" ")} ms; median ${median(values).toFixed(0)} ms\n`);
  try {
    const bare = await starts(github, model, true);
    tell("from start to the first request to the model", bare);
    tell("the same with two rules checked on the base before it", await starts(github, model, false));
    process.stdout.write(`limit of the first ${LIMIT} ms\n`);
    return median(bare) <= LIMIT;
  } finally {
    model.server.closeAllConnections();
    model.server.close();
    await github.close();
  }
}

process.exitCode = (await bench()) ? 0 : 1;
