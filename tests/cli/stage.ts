/** The built command line as a child process, in a real repository, against the scripted model on loopback. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { aRepository, type Repository } from "../adapters/git/repository.ts";
import type { ScriptSource } from "../lab/model/script.ts";
import { type ScriptedModel, startScriptedModel } from "../lab/model/server.ts";
import { FILES, ISSUE, story } from "./script.ts";

const KEY = "sk-local-1234567890";
const CLI = resolve("dist/cli.mjs");
export const ALIAS = "split-drops-empty-fields";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** Settles when the program has written `text` to standard error; throws when it ends before. */
  readonly said: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface Stage {
  readonly repository: Repository;
  readonly model: ScriptedModel;
  /** Absolute path of the issue, outside the repository. */
  readonly issue: string;
  /** TMPDIR of the program. */
  readonly temp: string;
  readonly start: (args: readonly string[], options?: Options) => Program;
  /** Runs the program to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  readonly runWith: (options: Options, ...args: readonly string[]) => Promise<Ended>;
  /** A file of the run's folder. */
  readonly file: (name: string, alias?: string) => string;
  readonly journal: (alias?: string) => readonly { readonly event: string; readonly payload: Readonly<Record<string, unknown>> }[];
  readonly close: () => Promise<void>;
}

export interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Scene {
  readonly script?: ScriptSource;
  readonly files?: Readonly<Record<string, string | null>>;
  readonly issue?: string;
  readonly key?: string;
}

/** Sets everything up. The caller closes it. */
export async function aStage({ script = story(), files = FILES, issue = ISSUE, key = KEY }: Scene = {}): Promise<Stage> {
  if (!existsSync(CLI)) throw new Error("dist/cli.mjs is missing: npm run build");
  const model = await startScriptedModel(script, { key });
  const repository = aRepository(files);
  const temp = join(repository.home, "tmp");
  mkdirSync(temp);
  const path = join(repository.home, "issue.md");
  writeFileSync(path, issue);
  const running = new Set<ChildProcess>();
  const file = (name: string, alias = ALIAS): string => join(repository.gitDir, "loopwright", alias, name);
  const start = (args: readonly string[], options: Options = {}): Program => {
    const fixed = { PATH: process.env["PATH"], HOME: repository.home, TMPDIR: temp, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: model.url };
    const program = startProgram(args, { cwd: repository.folder, ...options, env: { ...fixed, ...options.env } });
    running.add(program.child);
    return program;
  };
  return {
    repository,
    model,
    issue: path,
    temp,
    start,
    run: (...args) => start(args).ended,
    runWith: (options, ...args) => start(args, options).ended,
    file,
    journal: (alias) =>
      readFileSync(file("history.jsonl", alias), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    async close() {
      for (const child of running) if (child.exitCode === null) child.kill("SIGKILL");
      await model.close();
      repository.remove();
    },
  };
}

function startProgram(args: readonly string[], { cwd, env }: Required<Options>): Program {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, "close").then(() => ({ code: child.exitCode, signal: child.signalCode, out, err }));
  const said = (text: string): Promise<void> =>
    new Promise((settle, fail) => {
      const look = (): void => {
        if (err.includes(text)) settle();
      };
      child.stderr.on("data", look);
      look();
      ended.then(() => fail(new Error(`it ended without saying ${JSON.stringify(text)}:\n${err}${out}`)), fail);
    });
  return { child, said, ended };
}

/** What a run must never change: status, HEAD, the bytes of index, HEAD and config, every file of the worktree. */
export function untouched({ folder, gitDir, git }: Pick<Repository, "folder" | "gitDir" | "git">): string {
  const own = ["index", "HEAD", "config"].map((name) => readFileSync(join(gitDir, name), "latin1"));
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, ".git")));
  const files = paths.sort().map((path) => [path, readFileSync(path, "latin1")]);
  return JSON.stringify([git("--no-optional-locks", "status", "--porcelain"), git("rev-parse", "HEAD"), own, files]);
}

/** The same and all refs: for what was refused. */
export function whole(repository: Pick<Repository, "folder" | "gitDir" | "git">): string {
  return `${untouched(repository)}\n${repository.git("for-each-ref")}`;
}

/** The folders of ours that a program left in its temporary folder. */
export function leftIn(temp: string): readonly string[] {
  return readdirSync(temp).filter((name) => name.startsWith("loopwright"));
}
