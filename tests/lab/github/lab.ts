/** What every part of the gateway can reach, and one request as the parts see it. */
import type { IncomingHttpHeaders } from "node:http";
import type { App } from "./app.ts";
import type { Asset } from "./asset.ts";
import type { CiStart } from "./ci-start.ts";
import type { CommitStatus } from "./commit-status.ts";
import type { Happening } from "./happening.ts";
import type { IssueEvent } from "./issue-event.ts";
import type { GitHubOptions, RepositoryOptions } from "./options.ts";
import type { Reaction } from "./reaction.ts";
import type { Run } from "./run.ts";
import type { State } from "./state.ts";
import type { Actor, Tokens } from "./tokens.ts";

export interface Lab {
  readonly options: GitHubOptions;
  readonly url: string;
  readonly state: State;
  readonly tokens: Tokens;
  readonly apps: readonly App[];
  readonly reactions: Reaction[];
  readonly events: IssueEvent[];
  readonly runs: Run[];
  /** Of the workflows of pull requests, in order. */
  readonly starts: CiStart[];
  /** Of commits, in order. */
  readonly statuses: CommitStatus[];
  /** What the runner threw, for whoever wonders at a failed run. */
  readonly failures: unknown[];
  /** Ids of comments that somebody edited. */
  readonly edited: Set<number>;
  /** Ids of comments that somebody minimised. */
  readonly hidden: Set<number>;
  /** Commits by which pull requests were merged, by repository and number. */
  readonly merges: Map<string, Map<number, string>>;
  /** Files of releases, in order. */
  readonly assets: Asset[];
  /** Apps that were made of a manifest, by the code that GitHub gave for them. */
  readonly codes: Map<string, App>;
  /** Of Actions, by repository. */
  readonly variables: ReadonlyMap<string, Map<string, string>>;
  /** Something changed that somebody may wait for. */
  ring(): void;
  /** A payload with who did it, where, and for which installation. */
  whole(payload: Happening["payload"], repository: RepositoryOptions, actor: Actor): Promise<Happening["payload"]>;
  /** Tells what happened to the webhooks, and to the workflows that listen for it. */
  tell(happenings: readonly Happening[], repository: RepositoryOptions, actor: Actor): Promise<void>;
}

/** A request to the REST API, its path without `/api/v3`. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly actor: Actor;
  /** The repository that it is about; null where it is about none or there is none. */
  readonly repository: RepositoryOptions | null;
}
