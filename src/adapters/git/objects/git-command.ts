/**
 * Runs git isolated: no hook, no filter, no network, no setting of the machine, nothing of the caller's environment.
 */
import { execa } from "execa";
import { Failure } from "#ports/failure.ts";

interface GitOptions {
  readonly input?: Buffer | string;
  /** Variables beside the fixed ones, from the workspace only: a private index, the dates of a commit. */
  readonly env?: Readonly<Record<string, string>>;
  /** Most bytes of output; later bytes are dropped and git is ended. Default: 1 GB, and more is a failure. */
  readonly cut?: number;
  /** Exit codes that are an answer, not a failure. Default: 0. */
  readonly answers?: readonly number[];
}

interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
}

/**
 * Runs one git command over one repository. Throws `Failure("git")` with the command and the end of its error output.
 */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

/** Each setting stops something that a repository's own settings could start, or that would change an answer. */
const SETTINGS = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "core.quotePath": "false",
  "core.splitIndex": "false",
  "core.sparseCheckout": "false",
  "core.pager": "cat",
  "protocol.allow": "never",
  "credential.helper": "",
  "commit.gpgSign": "false",
  "i18n.commitEncoding": "UTF-8",
  "gc.auto": "0",
  "maintenance.auto": "false",
};

const FLAGS = ["--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"];

const DEFAULT_BYTES = 2 ** 30;

/**
 * Git over the repository at `gitDir`, run in `folder`, which must be an empty folder of ours: git reads a
 * `.gitattributes` of the folder that it runs in. The repository is named and not discovered, so its owner does not
 * matter.
 */
export function gitAt(gitDir: string, folder: string): Git {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return async (args, { input = "", env = {}, cut, answers = [0] } = {}) => {
    const result = await execa("git", [...FLAGS, ...settings, "--git-dir", gitDir, ...args], {
      cwd: folder,
      env: { ...environment(), ...env },
      extendEnv: false,
      input,
      encoding: "buffer",
      maxBuffer: cut ?? DEFAULT_BYTES,
      stripFinalNewline: false,
      reject: false,
    });
    const stdout = Buffer.from(result.stdout);
    if (result.isMaxBuffer && cut !== undefined) return { code: 0, stdout };
    const code = result.exitCode;
    if (code !== undefined && answers.includes(code)) return { code, stdout };
    throw broken({
      args,
      code,
      stderr: Buffer.from(result.stderr).toString(),
      why: result.isMaxBuffer ? "too much output" : result.code,
    });
  };
}

/** The same language and rules on every machine; only PATH is inherited. */
function environment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
}

interface Broken {
  readonly args: readonly string[];
  readonly code: number | undefined;
  readonly stderr: string;
  readonly why: string | undefined;
}

function broken({ args, code, stderr, why }: Broken): Failure {
  const end = stderr.trim().slice(-500) || "it said nothing";
  const status = code === undefined ? `did not run to its end (${why ?? "killed"})` : `ended with ${code}`;
  return new Failure("git", `git ${args.join(" ").slice(0, 300)} ${status}: ${end}`, { retryable: false });
}

/** The id itself, when it is one; no other text from data may be an argument of git. */
export function objectId(id: string): string {
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id))
    throw new Error(`bug: ${JSON.stringify(id.slice(0, 100))} is not the id of a git object`);
  return id;
}
