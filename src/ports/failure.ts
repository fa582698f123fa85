/** The one error that a port may throw: the outside does not work. Everything expected is a value. */

/**
 * The outside that failed. `budget` is our own cap in front of the model; `answer`: the model works, but
 * did not say what it was asked for, or refused to.
 */
export type Service = "model" | "answer" | "budget" | "sandbox" | "git" | "journal" | "github" | "queue";

export interface FailureOptions {
  /** True when the same call may succeed later (rate limit, overload, a lost connection). */
  readonly retryable: boolean;
  /**
   * True when the outside certainly did nothing, so that the request may be sent again at once. Default: false, it is
   * not known.
   */
  readonly undone?: boolean;
  /** True when a model refuses a prompt because it is too long: a shorter one may be taken. Default: false. */
  readonly oversized?: boolean;
  /** The part of a prompt that a model does not take, and that it can do without. Default: null. */
  readonly refuses?: "format" | "effort" | null;
  readonly cause?: unknown;
}

/** Thrown by adapters only. `loop/engine/perform` turns it into an event, so that the core decides what follows. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly service: Service;
  readonly retryable: boolean;
  readonly undone: boolean;
  readonly oversized: boolean;
  readonly refuses: NonNullable<FailureOptions["refuses"]> | null;

  constructor(
    service: Service,
    message: string,
    { retryable, undone = false, oversized = false, refuses = null, cause }: FailureOptions,
  ) {
    super(message, { cause });
    this.service = service;
    this.retryable = retryable;
    this.undone = undone;
    this.oversized = oversized;
    this.refuses = refuses;
  }
}

/**
 * Thrown out of a model call, a tool or a command when its `signal` was aborted: a person stopped the run, or the
 * program ends. It is not a failure; the driver reads the journal again to learn why.
 */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
