/**
 * The access of an agent: the files of one working copy and commands in it. No git of ours, no GitHub, no model, no
 * secret.
 */

/** One match of a search: path from the working copy's root, 1-based line, the line's text. */
export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * A request of a model, for the working copy or the web, that is refused or cannot be done. The model gets the message;
 * it never ends a run.
 */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** Reading. Paths are relative to the working copy's root; one that leaves it, in any spelling, is `Refused`. */
export interface FileAccess {
  /** The whole file as UTF-8 text. `Refused`: missing, a folder, binary, larger than 10 MB. */
  read(path: string): Promise<string>;
  /** Lines that match a regular expression, in path order; at most `limit`. Ignored files and binaries are left out. */
  grep(
    pattern: string,
    options: { readonly glob?: string | undefined; readonly path?: string | undefined; readonly limit: number },
  ): Promise<readonly SearchMatch[]>;
  /** Paths that match a glob, newest first; at most `limit`. Ignored files are left out. */
  glob(
    pattern: string,
    options: { readonly path?: string | undefined; readonly limit: number },
  ): Promise<readonly string[]>;
}

/**
 * The result of a command. Output is bounded while it is read: head and tail are kept, `omitted` characters were
 * dropped between.
 */
export interface ExecResult {
  /** The driver's own wait status; null when it was killed. 127 = no such command. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly omitted: number;
  /** The reason why the driver killed it; null when it ended by itself. */
  readonly killed: "time" | "memory" | "disk" | "signal" | null;
  /** Milliseconds of wall time. */
  readonly ms: number;
  /** The folder in which it ran, as its own `pwd` says it: what it prints may name it. */
  readonly folder: string;
}

export interface ToolAccess extends FileAccess {
  /**
   * Creates or replaces a file, with its folders. A new one is executable where the file `like` is. Idempotent.
   * `Refused` outside the root and below `.git`.
   */
  write(path: string, content: string, like?: string): Promise<void>;
  /**
   * Removes a file or a link; one that is gone already is fine. Idempotent. `Refused`: a folder, outside the root,
   * below `.git`.
   */
  remove(path: string): Promise<void>;
  /** Runs `/bin/sh -c command` in a sandbox of its own, without network. Throws `Interrupted` when aborted. */
  exec(command: string, options: ExecOptions): Promise<ExecResult>;
}

export interface ExecOptions {
  /** Milliseconds until the command and all its children are killed. */
  readonly timeout: number;
  /**
   * True: the command runs where nothing is as in a check: CI is not set, and folder, HOME, TMPDIR, host, user, first
   * process, terminal and time zone are others. Without a sandbox the folder, the host and the user stay.
   */
  readonly elsewhere?: boolean;
  /** Characters that are kept of each stream; the sandbox's own limit where it is absent. */
  readonly output?: number | undefined;
  readonly signal: AbortSignal;
}
