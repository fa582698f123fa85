/**
 * This repository on the loopback GitHub, with its own workflow files, a runner, a registry of npm's and a stand-in for docker: what a release
 * is made with. Only what proves a commit is left out there: it would prove this proof.
 */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Octokit } from "@octokit/rest";
import { ROOT } from "../../house/tools.ts";
import { type GitHub, startGitHub } from "../../lab/github/github.ts";
import type { FileOptions } from "../../lab/github/options.ts";
import type { Run } from "../../lab/github/run.ts";
import { client } from "../../lab/github/stage.ts";
import { type Issuer, startIssuer } from "../../lab/runner/id-tokens.ts";
import { type LabRunner, startRunner } from "../../lab/runner/start-runner.ts";
import { type Registry, startRegistry } from "./registry.ts";

export const AT = { owner: "loopwright", repo: "loopwright" } as const;

/** What stands in the place of what would take an hour, or would need to be root. */
const INSTEAD: Readonly<Record<string, string>> = {
  ".ci/run": "echo proven\n",
  ".github/actions/sandbox/action.yml":
    "name: none\ndescription: none\nruns: { using: composite, steps: [{ shell: bash, run: echo no sandbox is needed here }] }\n",
};

export interface Rehearsal {
  readonly github: GitHub;
  readonly runner: LabRunner;
  readonly registry: Registry;
  readonly issuer: Issuer;
  /** A maintainer. */
  readonly ada: Octokit;
  /** What docker was asked for, a line each. */
  docker(): readonly string[];
  /** Pushes one commit with this message and these files to `main`, and gives its SHA. */
  push(message: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** The run of the workflow Release for this commit, when it has ended. */
  released(sha: string): Promise<Run>;
  /** All that the run's jobs wrote. */
  log(run: Run): string;
  /** A clone at this ref, in a folder of its own. */
  clone(ref: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts it all. Needs the network for what npm installs. */
export async function rehearse(): Promise<Rehearsal> {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-release-"));
  const issuer = await startIssuer();
  const registry = await startRegistry((token) => issuer.issued.some((one) => one.token === token));
  const late: { runner: LabRunner | null } = { runner: null };
  const github = await startGitHub({
    secret: "signs nothing here",
    apps: [],
    repositories: [{ owner: AT.owner, name: AT.repo, files: filesOf(), roles: { ada: "admin" }, actionsMayCreatePullRequests: true }],
    users: { ada: "token-of-ada" },
    hookUrl: () => null,
    runner: {
      run: (job, signal) => (late.runner === null ? Promise.reject(new Error("no runner yet")) : late.runner.run(job, signal)),
    },
  });
  late.runner = startRunner({
    node: toolsIn(join(folder, "bin")),
    actions: {},
    secrets: {},
    vars: { NPM_REGISTRY: registry.url, NPM_PROVENANCE: "false" },
    ...{ apiUrl: github.url, graphqlUrl: `${github.url}/graphql`, serverUrl: github.url },
    temp: join(folder, "runs"),
    idTokens: issuer,
    variables: installing(),
  });
  const ada = client(github, "token-of-ada");
  return { ...{ github, registry, issuer, ada, runner: late.runner }, ...actsOf({ github, runner: late.runner, ada, folder }), close };

  async function close(): Promise<void> {
    await github.close();
    await Promise.all([registry.close(), issuer.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Acts = Pick<Rehearsal, "docker" | "push" | "released" | "log" | "clone">;

function actsOf({ github, runner, ada, folder }: Pick<Rehearsal, "github" | "runner" | "ada"> & { readonly folder: string }): Acts {
  let clones = 0;
  return {
    docker: () => readFileSync(join(folder, "bin/docker.log"), "utf8").trim().split("\n"),
    push: (message, files) => push(ada, message, files),
    released: (sha) =>
      github.wait(
        () => github.runs.find((run) => run.sha === sha && run.workflow.name === "Release" && run.status === "completed"),
        600_000,
      ),
    log: ({ id }) =>
      runner
        .logs(id)
        .map(({ job, text }) => `${job}: ${text}`)
        .join("\n"),
    clone: async (ref) => {
      const place = join(folder, `clone-${++clones}`);
      const from = `${github.url}/${AT.owner}/${AT.repo}.git`;
      // Not at once: GitHub answers from this process.
      await promisify(execFile)("git", ["clone", "--quiet", "--branch", ref, "-c", "advice.detachedHead=false", from, place]);
      return place;
    },
  };
}

/** The files of this checkout as they are now, but for those that stand in for others. */
function filesOf(): Readonly<Record<string, FileOptions>> {
  const listed = execFileSync("git", ["ls-files", "-z", "--stage"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  const entries = listed.flatMap((line): readonly (readonly [string, FileOptions])[] => {
    const [facts = "", path = ""] = line.split("\t");
    return path === "" ? [] : [[path, fileOf(path, facts.startsWith("100755"))]];
  });
  return { ...Object.fromEntries(entries), ...INSTEAD };
}

function fileOf(path: string, isProgram: boolean): FileOptions {
  const bytes = readFileSync(join(ROOT, path));
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes)) return bytes;
  return isProgram ? { text, mode: "100755" } : text;
}

/** A folder with this machine's Node, its npm, and a docker that is none; gives the path of Node. */
function toolsIn(folder: string): string {
  mkdirSync(folder);
  const node = join(folder, "node");
  symlinkSync(process.execPath, node);
  copyFileSync(fileURLToPath(new URL("docker.sh", import.meta.url)), join(folder, "docker"));
  chmodSync(join(folder, "docker"), 0o755);
  return node;
}

/** What npm takes on this machine to install something, from whoever began this. */
function installing(): Readonly<Record<string, string>> {
  const names = ["NODE_EXTRA_CA_CERTS", "npm_config_registry", "npm_config_cafile", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];
  const given = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(given),
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
    npm_config_prefer_offline: "true",
  };
}

async function push(ada: Octokit, message: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { git } = ada.rest;
  const { data: main } = await git.getRef({ ...AT, ref: "heads/main" });
  const { data: base } = await git.getCommit({ ...AT, commit_sha: main.object.sha });
  const entries = Object.entries(files).map(([path, content]) => ({ path, content, mode: "100644" as const, type: "blob" as const }));
  const { data: tree } = await git.createTree({ ...AT, base_tree: base.tree.sha, tree: entries });
  const { data: commit } = await git.createCommit({ ...AT, message, tree: tree.sha, parents: [main.object.sha] });
  await git.updateRef({ ...AT, ref: "heads/main", sha: commit.sha });
  return commit.sha;
}
