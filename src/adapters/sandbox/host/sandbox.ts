/** The interface to the place where untrusted code runs: a file host and commands, each in namespaces of its own. */
import type { Egress } from "#adapters/sandbox/network/egress.ts";
import type { ExecOptions, ExecResult, ToolAccess } from "#ports/tool-access.ts";

/** One path below a folder, as the host sees it; folders are not listed, `.git` at the root is left out. */
export interface FolderEntry {
  readonly path: string;
  /** git's modes: a file, an executable, a symbolic link; `other` is a device, a socket or a pipe. */
  readonly mode: "100644" | "100755" | "120000" | "other";
  readonly size: number;
  /** git's SHA-1 of the content as a blob (of the target for a link); null for `other` and for a file over 50 MB. */
  readonly sha: string | null;
}

/** The long-lived process that does all file input and output of one folder, from inside the sandbox. */
export interface Host extends Omit<ToolAccess, "exec"> {
  /** Every path that is not ignored by the folder's `.gitignore` files, in path order. */
  inventory(): Promise<readonly FolderEntry[]>;
  /** The bytes of a file, or the target of a link; at most 50 MB. `Refused` as `read`. */
  bytes(path: string): Promise<Buffer>;
  /** Ends the process. Idempotent. */
  close(): Promise<void>;
}

/**
 * What a command sees below its own folder, and never changes: `lower`, the absolute path of files that it shares with
 * others. `work` and `merged` are empty folders beside its own, on the same disk, for the kernel.
 */
export interface Underlay {
  readonly lower: string;
  readonly work: string;
  readonly merged: string;
}

export interface RunOptions extends ExecOptions {
  readonly network: Network;
  /** None where it is absent. Only where `canUnderlay` is true, and for one command at a time in a folder. */
  readonly underlay?: Underlay | undefined;
}

/**
 * `none` for all but setup commands; those may reach some hosts, or everything with `open` where the configuration says
 * so.
 */
export type Network = "none" | "open" | Egress;

export interface Sandbox {
  /** `none`: plain child processes, because the configuration says so or because the machine has no sandbox. */
  readonly kind: "bubblewrap" | "none";
  /** Whether commands in folders below this one can have an underlay. Never throws. */
  canUnderlay(temp: string): Promise<boolean>;
  /** Starts a host for a folder. Throws `Failure("sandbox")` when it does not come up. */
  host(folder: string): Promise<Host>;
  /** Runs `/bin/sh -c command` in the folder, in a sandbox of its own. Throws `Interrupted` when aborted. */
  run(folder: string, command: string, options: RunOptions): Promise<ExecResult>;
}
