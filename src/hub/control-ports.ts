/** Makes the ports of a step in the station control, for the bot and for the job `control`. */
import { NO_PUBLISHER } from "#adapters/absent.ts";
import type { Api } from "#adapters/github/client/api.ts";
import type { CommentAuthor } from "#adapters/github/issue/comment-author.ts";
import type { ProviderAccesses } from "#adapters/model/provider-access.ts";
import { systemWeb } from "#adapters/web.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { Clock } from "#ports/clock.ts";
import type { Log } from "#ports/log.ts";
import type { Random } from "#ports/random.ts";
import type { Secrets } from "#ports/secrets.ts";

/** The ports of a step in the station control, which publishes nothing and claims no hand-over. */
export function portsOf(
  { clock, random, log, guard, signal, whenAborted }: ControlOptions,
  own: Pick<StepContext, "memories" | "workspace" | "github">,
): Omit<StepContext, "model" | "roles"> {
  return {
    ...own,
    publisher: NO_PUBLISHER,
    clock,
    random,
    secrets: NO_SECRETS,
    log,
    web: systemWeb(guard.hide),
    worker: null,
    pollInterval: 5_000,
    // No terminal shows agents here; their warnings are in the log.
    tell: () => undefined,
    redact: guard.hide,
    signal,
    whenAborted,
  };
}

/** The draw of audits begins where a hand-over is claimed; nothing is audited here. */
const NO_SECRETS: Secrets = {
  auditKey: async () => null,
  renew: () => Promise.reject(new Error("bug: the station control claims no hand-over")),
};

/**
 * The options of a control context. `api`: the client that it writes as; `signal`: aborted when the work in hand must
 * end now; `whenAborted`: as in `StepContext`.
 */
export interface ControlOptions extends Pick<StepContext, "signal" | "whenAborted"> {
  readonly api: Api;
  /**
   * `access`: null for a provider without a key; `serverUrl`: the address at which people see issues and commits,
   * without a slash at the end.
   */
  readonly settings: { readonly access: ProviderAccesses; readonly serverUrl: string };
  /** True for a writer whose comments are ours: the App, and the jobs of its workflow. */
  readonly isOurs: (writer: CommentAuthor) => boolean;
  /** The variable of the kill switch as the job was given it at its start; null for an App, which asks GitHub. */
  readonly freeze: string | null;
  /** As in `ControlContext`; absent where there is no App. */
  readonly appLogin?: ControlContext["appLogin"];
  /** As in `ControlContext`; absent where no repository's code may run. */
  readonly rehearsal?: ControlContext["rehearsal"];
  /** True where the issue is likely to have an active run: a guess that is right saves a request. */
  readonly expected: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Knows the secrets that control holds. */
  readonly guard: SecretGuard;
  /** Called with the id of the run that the work is about, each time that one is opened. */
  readonly onRun?: (runId: string) => void;
}
