/**
 * Runs git, in this one place: isolated from the caller's environment, with settings that let no repository start a
 * program.
 */
import { execa } from "execa";
import { Failure } from "#ports/failure.ts";

export interface GitOptions {
  readonly input?: Buffer | string;
  /** Variables beside the fixed ones, from the workspace only: a private index, the dates of a commit. */
  readonly env?: Readonly<Record<string, string>>;
  /** Most bytes of output; later bytes are dropped and git is ended. Default: 1 GB, and more is a failure. */
  readonly cut?: number;
  /** Exit codes that are an answer, not a failure. Default: 0. */
  readonly answers?: readonly number[];
  /** The answer depends on objects that the question names by their ids, and on nothing else: it may be kept. */
  readonly lasting?: true;
}

/** What git said. `code` is one of `GitOptions.answers`. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
}

/**
 * Runs one git command over one repository. Throws `Failure("git")` with the command and the end of its error output.
 */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

/**
 * Each setting stops something that a repository's own settings could start, or that would change an answer. Data.
 */
export const SETTINGS = {
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
  "log.showSignature": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
};

const FLAGS = ["--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"];

const DEFAULT_BYTES = 2 ** 30;

/** Where git runs, with which settings, and in which environment beside `environment()`. */
interface Place {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Words before the command. */
  readonly words: readonly string[];
}

/** Git at a place. Each call starts it once. */
export function gitIn({ folder, settings, env: own, words }: Place): Git {
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return async (args, { input = "", env = {}, cut, answers = [0] } = {}) => {
    const result = await execa("git", [...FLAGS, ...set, ...words, ...args], {
      cwd: folder,
      env: { ...environment(), ...own, ...env },
      extendEnv: false,
      input,
      encoding: "buffer",
      maxBuffer: cut ?? DEFAULT_BYTES,
      stripFinalNewline: false,
      // It ends by itself soon, and is better not ended in the midst of a write.
      cleanup: false,
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
