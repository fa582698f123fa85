/** The context of a step: the ports, the roles of the models, and the signal that ends the step. */
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Role } from "#agent/specs/spec.ts";
import type { RoleName } from "#core/config/role-settings.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { Ports } from "#ports/ports.ts";

export interface StepContext extends Ports {
  readonly roles: ReadonlyMap<RoleName, Role>;
  /** The workflow run that drives; null off GitHub and in the station control. */
  readonly worker: string | null;
  /** Called with everything that the agents of a run do, as it happens; no decision depends on it. Must not throw. */
  readonly tell: (event: SessionEvent) => void;
  /** Hides secrets in text before it is stored. */
  readonly redact: (text: string) => string;
  /** Milliseconds between two polls of the journal while a command is performed: a person may have stopped the run. */
  readonly pollInterval: number;
  /** When the job is killed, in milliseconds since the epoch; absent where it has no such limit. */
  readonly endsAt?: number;
  /**
   * Milliseconds that the job leaves the bot to open the pull request of a head that it certified; absent where no bot
   * does.
   */
  readonly waitForBot?: number;
  /** Aborted when the current step is to end: it then throws `Interrupted`. */
  readonly signal: AbortSignal;
  /**
   * What an aborted signal means for the run. `stop`: a person ended the work (Ctrl-C), and so the run. `put_down`:
   * only the program ends; the run is suspended, and the next driver takes it up (.github/decisions/0049).
   */
  readonly whenAborted: "stop" | "put_down";
}

/**
 * The context of one step. `perform` writes recorded audits to the journal even when the step fails or is interrupted,
 * so that a block is not lost.
 */
export interface RecordingStepContext extends StepContext {
  readonly record: (draft: EventDraft<"audit_done">) => void;
}

/**
 * Performs one command and gives its events, in order; `perform` adds time and price. Throws `Failure` when the outside
 * does not work and `Interrupted` when its signal is aborted. A step that is performed again does all its work again.
 */
export type StepFunction = (run: Run, context: RecordingStepContext) => Promise<readonly EventDraft[]>;
