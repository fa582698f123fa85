/** The start of the built Action as a runner starts it, up to its first request to a model that never answers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONS, ROLES, tokenOf } from "../../action/people.ts";
import { FILES } from "../../action/story.ts";
import { type GitHub, startGitHub } from "../../lab/github/github.ts";
import { builtProgram } from "../demo/root.ts";
import { prepare } from "./approved-run.ts";
import type { DeafModel } from "./deaf-model.ts";

const WORKFLOW = "on: { workflow_dispatch: { inputs: { issue: {}, run_id: {}, digest: {} } } }\njobs: {}\n";

/** A GitHub with the repository that the Action works in. The caller closes it. */
export async function benchGitHub(): Promise<GitHub> {
  const files = { ...FILES, ".github/workflows/loopwright.yml": WORKFLOW };
  const repositories = [{ owner: "acme", name: "bench", files, roles: ROLES }];
  return startGitHub({ ...OPTIONS, repositories, runner: { run: async () => ({ conclusion: "success" }) } });
}

/**
 * Starts the Action on an approved run of its own, in an empty folder, and ends it when the model was asked.
 * Milliseconds. `scored`: the base was scored before.
 */
export async function actionStart(github: GitHub, model: DeafModel, temp: string, scored: boolean): Promise<number> {
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
    GITHUB_ACTOR: "loopwright[bot]",
    GITHUB_SERVER_URL: github.url,
    GITHUB_API_URL: github.url,
    GITHUB_WORKFLOW_REF: "acme/bench/.github/workflows/loopwright.yml@refs/heads/main",
    GITHUB_REF_NAME: "main",
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: join(temp, "temp"),
    GITHUB_OUTPUT: join(temp, "output"),
    GITHUB_STEP_SUMMARY: join(temp, "summary"),
  };
  return untilAsked(model, [builtProgram("action.mjs")], { cwd: folder, env });
}

/** Starts node, and ends it when the model was asked. Milliseconds. Throws an `Error` where it ended before. */
export async function untilAsked(
  model: DeafModel,
  args: readonly string[],
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, args, { ...place, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  const at = await Promise.race([model.asked(), ended.then(() => null)]);
  child.kill("SIGKILL");
  await ended;
  if (at === null) throw new Error(`it ended before it asked the model: node ${args.join(" ")}`);
  return at - before;
}
