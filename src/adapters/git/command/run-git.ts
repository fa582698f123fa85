/** Runs git, in this one place. */
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { execa } from "execa";
import { Failure } from "#ports/failure.ts";
import { callAt, type GitEnvironment, type Place } from "./git-call.ts";

export interface GitOptions {
  readonly input?: Buffer | string;
  /** Variables beside the fixed ones, such as the dates of a commit. */
  readonly env?: GitEnvironment;
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

const DEFAULT_BYTES = 2 ** 30;

/** Git at a place. Each call starts it once. */
export function gitIn(place: Place): Git {
  return async (args, { input = "", env, cut, answers = [0] } = {}) => {
    const { words, options } = callAt(place, args, env);
    const result = await execa("git", words, { ...options, input, maxBuffer: cut ?? DEFAULT_BYTES });
    const stdout = Buffer.from(result.stdout);
    if (result.isMaxBuffer && cut !== undefined) return { code: 0, stdout };
    const code = result.exitCode;
    if (code !== undefined && answers.includes(code)) return { code, stdout };
    throw broken({
      args,
      code,
      said: endOf(result.stderr),
      why: result.isMaxBuffer ? "too much output" : result.code,
    });
  };
}

/**
 * A git process with open pipes. `over`: why it has ended, once it has; it never rejects. `hold`: whether it keeps this
 * program alive.
 */
export interface GitProcess {
  readonly name: string;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly over: Promise<string>;
  readonly hold: (isHeld: boolean) => void;
}

/** Starts git at a place; it ends with its standard input. */
export function startGitIn(place: Place, args: readonly string[]): GitProcess {
  const { words, options } = callAt(place, args);
  const child = execa("git", words, { ...options, stdin: "pipe", buffer: { stdout: false } });
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket);
  return {
    name: `git ${args.join(" ")}`,
    stdin: child.stdin,
    stdout: child.stdout,
    over: child.then(({ exitCode, code, stderr }) => endOf(stderr) || `it ended with ${exitCode ?? code}`),
    hold: (isHeld) => {
      for (const one of [child, ...pipes]) one[isHeld ? "ref" : "unref"]();
    },
  };
}

interface Broken {
  readonly args: readonly string[];
  readonly code: number | undefined;
  readonly said: string;
  readonly why: string | undefined;
}

/** The end of what git said of its failure. */
function endOf(stderr: Uint8Array): string {
  return Buffer.from(stderr).toString().trim().slice(-500);
}

function broken({ args, code, said, why }: Broken): Failure {
  const end = said || "it said nothing";
  const status = code === undefined ? `did not run to its end (${why ?? "killed"})` : `ended with ${code}`;
  return new Failure("git", `git ${args.join(" ").slice(0, 300)} ${status}: ${end}`, { retryable: false });
}
