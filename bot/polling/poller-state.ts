/**
 * The state of the bot's poller: its ports, and what it remembers of installations and issues from one poll to the
 * next.
 */
import type { Probot } from "probot";
import type { DueIssues } from "#adapters/github/issue/due-issues.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import type { Log } from "#ports/log.ts";
import type { Queue } from "#ports/queue.ts";
import type { AppAccount } from "../jobs/octokit.ts";
import type { TokenSource } from "../jobs/scoped-client.ts";
import type { AppClient, InstalledRepository } from "./installations.ts";

/** An issue that is due for a poll job. */
export interface Wanted {
  readonly installed: InstalledRepository;
  readonly issue: number;
}

export interface PollerPorts {
  readonly account: AppAccount;
  /** The App's client, which makes the tokens of repositories; a token that a job there has already is used again. */
  readonly app: TokenSource;
  /** The secrets of the bot. */
  readonly guard: SecretGuard;
  readonly log: Probot["log"];
  readonly queue: Pick<Queue, "put">;
}

/** The issues last seen in a repository, and when it was last polled, in milliseconds. */
export interface Known {
  readonly due: DueIssues;
  readonly at: number;
}

/** The state that polls share: the issues last seen, by repository, and the issues whose turn has not come. */
export interface Held {
  readonly app: AppClient;
  readonly known: Map<string, Known>;
  readonly lines: Log;
  readonly waiting: Map<string, Wanted>;
  readonly signal: AbortSignal;
}
