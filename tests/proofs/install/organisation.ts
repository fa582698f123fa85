/** An organisation on the loopback GitHub that has never heard of Loopwright, and the machine of a maintainer who sets it up there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../house/tools.ts";
import { filesBelow } from "../../journeys/demo/hub/files.ts";
import { freshTokens, gitHubOptions, PEOPLE } from "../../journeys/demo/hub/people.ts";
import { runnerOf, type Scene } from "../../journeys/demo/hub/scene.ts";
import { demoFile } from "../../journeys/demo/root.ts";
import type { Story } from "../../journeys/demo/story.ts";
import { startGitHub } from "../../lab/github/github.ts";
import { startScriptedModel } from "../../lab/model/server.ts";
import { freePort } from "../../lab/net/free-port.ts";
import type { LabRunner } from "../../lab/runner/start-runner.ts";

/** A line at the maintainer's prompt. */
export interface Line {
  readonly child: ChildProcess;
  /** What it printed so far. */
  readonly said: () => string;
  /** The exit code, when it has ended. */
  readonly ended: Promise<number | null>;
}

export interface Organisation extends Scene {
  /** Types a line in a folder of the maintainer's. */
  readonly type: (folder: string, line: string) => Line;
}

const KEY = "sk-ant-first-pull-request";
/** What the loopback GitHub signs webhooks with for an App that is made of a manifest. */
const SECRET = "f".repeat(40);

/** Starts it: a repository without our files, an App that nobody has made yet, a model that follows the story. */
export async function anOrganisation({ script }: Pick<Story, "script">): Promise<Organisation> {
  const home = mkdtempSync(join(tmpdir(), "loopwright-first-"));
  const [tokens, port] = [freshTokens(), await freePort()];
  const model = await startScriptedModel(script, { key: KEY });
  const late: { runner: LabRunner | null } = { runner: null };
  const { ".github/loopwright.yml": _ours, ...files } = await filesBelow(demoFile("repository"));
  const options = gitHubOptions(files, tokens, {
    hosted: true,
    secret: SECRET,
    hookUrl: () => `http://127.0.0.1:${port}/api/github/webhooks`,
    runner: {
      run: (job, signal) => (late.runner === null ? Promise.reject(new Error("no runner yet")) : late.runner.run(job, signal)),
    },
  });
  const secrets = { ANTHROPIC_API_KEY: KEY };
  const github = await startGitHub({ ...options, repositories: options.repositories.map((one) => ({ ...one, secrets })) });
  const runner = await runnerOf(github, { folder: home, key: KEY, vars: { ANTHROPIC_BASE_URL: model.url } });
  late.runner = runner;
  const env = {
    PATH: `${join(home, "bin")}:${process.env["PATH"]}`,
    HOME: home,
    PORT: `${port}`,
    GITHUB_API_URL: `${github.url}/api/v3`,
    GITHUB_TOKEN: tokens[PEOPLE.admin],
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: model.url,
  };
  furnish(home, github.url.replace("//", `//${PEOPLE.admin}:${tokens[PEOPLE.admin]}@`));
  const prompt = promptIn(home, env);
  return {
    ...{ github, model, runner, tokens, bot: null },
    ...prompt,
    secrets: () => [KEY, SECRET, ...Object.values(tokens)],
    async close() {
      await prompt.end();
      await github.close();
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A checkout of Loopwright that is built, its command line on the path, and a git that knows its user. */
function furnish(home: string, address: string): void {
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    return join(home, path);
  };
  mkdirSync(join(home, "loopwright"));
  symlinkSync(join(ROOT, "dist"), join(home, "loopwright/dist"));
  chmodSync(write("bin/loopwright", `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/cli.mjs")}" "$@"\n`), 0o755);
  write(".gitconfig", "[user]\n\tname = Ada\n\temail = ada@example.test\n[credential]\n\thelper = store\n");
  write(".git-credentials", `${address}\n`);
}

function promptIn(home: string, env: NodeJS.ProcessEnv): Pick<Organisation, "type"> & { readonly end: () => Promise<void> } {
  const lines: Line[] = [];
  return {
    type(folder, text) {
      const child = spawn("sh", ["-c", `exec 2>&1; ${text}`], {
        cwd: join(home, folder),
        env,
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      });
      let said = "";
      child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const line = { child, said: () => said, ended: once(child, "close").then(() => child.exitCode) };
      lines.push(line);
      return line;
    },
    async end() {
      for (const { child, ended } of lines) {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
        await ended;
      }
    },
  };
}
