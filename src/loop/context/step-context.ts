/** What a step is given: the world, the roles of the models, and the signal that ends it. */
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Role, RoleName } from "#agent/specs/spec.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { Ports } from "#ports/ports.ts";

export interface StepContext extends Ports {
  readonly roles: ReadonlyMap<RoleName, Role>;
  /** The workflow run that drives; null off GitHub and at the desk. */
  readonly worker: string | null;
  /**
   * Told of everything that the agents of a run do, as it happens; nothing is ever decided by it. Must not throw
   * (M3.04).
   */
  readonly tell: (event: SessionEvent) => void;
  /** Hides secrets in text that is kept. */
  readonly redact: (text: string) => string;
  /** Milliseconds between two looks at the journal while a command is performed: whether somebody stopped the run. */
  readonly pollInterval: number;
  /** When the job in which this happens is killed, in milliseconds since the epoch; absent where nobody kills it. */
  readonly endsAt?: number;
  /** Aborted when the work in hand is to end: a step then throws `Interrupted`. */
  readonly signal: AbortSignal;
  /**
   * What that says of the run. `stop`: somebody ended its work (Ctrl-C), and so the run. `put_down`: the program ends,
   * nobody said a word of the run here, and whoever drives it next takes it up by itself (decision 0049).
   */
  readonly whenAborted: "stop" | "put_down";
}

/**
 * The kit of one step. What is recorded is written down whatever becomes of the step: a block must not be lost with it.
 */
export interface RecordingStepContext extends StepContext {
  readonly record: (draft: EventDraft<"audit_done">) => void;
}

/**
 * One command, performed. Gives what happened, in order; `perform` adds time and price. Throws `Failure` when the
 * outside does not work and `Interrupted` when its signal is aborted. A step that is performed again does its work
 * again: nothing it did before counts.
 */
export type StepFunction = (run: Run, context: RecordingStepContext) => Promise<readonly EventDraft[]>;
