/**
 * Work that webhooks ask for: one at a time for each issue in order of arrival, several issues side by side, nothing
 * twice. One suite of tests holds for every implementation.
 */

/** One piece of work, as data: another process may do it. */
export interface Job {
  /** The issue that the job is about (`owner/name#7`). */
  readonly key: string;
  /** GitHub's id of the webhook, the same when it is sent again. */
  readonly delivery: string;
  /** True for a job that talk must not crowd out: it has room of its own. */
  readonly vital: boolean;
  /** The person who asked for it; absent where it was none. */
  readonly from?: string | undefined;
  /** The event's name with its action. */
  readonly event: string;
  /** The task that the event asks for. JSON. */
  readonly payload: object;
  /** True for the part of a webhook that cannot wait for its turn: the same webhook is in its line as well. */
  readonly ahead?: true | undefined;
}

/**
 * A job that failed for good, and is not tried any more until a person says so. `at`: milliseconds since the epoch,
 * when it was given up.
 */
export interface DeadLetter {
  readonly job: Job;
  readonly at: number;
  /** The number of tries. */
  readonly tries: number;
  readonly why: string;
}

/**
 * The result of `put`. `full`: too many jobs of its key wait, or of the person who asked for it; `closed`: the queue
 * accepts nothing any more.
 */
export type PutResult = "taken" | "doubled" | "full" | "closed";

/**
 * An event of a queue. `done`: to a good end, after so many milliseconds; `again`: it failed and is tried again, or it
 * was suspended; `dead`: it failed for good, and is kept; `lost`: it was not accepted, or not done, or is kept no
 * longer. `what`: in words.
 */
export interface QueueEvent {
  readonly job: Job;
  readonly kind: "done" | "again" | "dead" | "lost";
  readonly what: string;
  readonly ms?: number;
  readonly error?: unknown;
}

/** Bounds. Milliseconds: `pause` before the second try, twice as long before each one after it. */
export interface QueueOptions {
  /** Keys at work at one time in this process. */
  readonly sideBySide: number;
  /** Jobs of one key that may wait, the one in hand left out, vital ones and others each. */
  readonly waiting: number;
  /** Vital jobs of one key and one person that may wait: no person takes all of that room. */
  readonly ofOne: number;
  readonly tries: number;
  readonly pause: number;
  /** Dead letters that are kept: above it the oldest leave. */
  readonly deadLetterLimit: number;
  /** True where a job that failed for good is kept as a dead letter. One that is not kept comes again by itself. */
  readonly keepsDeadLetter: (job: Job) => boolean;
  /**
   * Does a job to its end. It may be done a second time: what it does must be idempotent. Throws `Interrupted` when it
   * suspends the job, since its process ends: where the queue lies outside, another process does it at once, and that
   * counts as no try.
   */
  readonly work: (job: Job) => Promise<void>;
  /** Called with each event. Never throws. */
  readonly tell: (news: QueueEvent) => void;
  /** Removes secrets from text that is kept: why a job is dead. */
  readonly hide: (text: string) => string;
}

/**
 * All but `put` may throw `Failure("queue")` where the queue lies outside and cannot be reached; `put` may too, and
 * then the job counts as not accepted.
 */
export interface Queue {
  /**
   * Resolves as soon as the job is kept; the work comes later. Idempotent by delivery, until that was forgotten or is
   * dead.
   */
  put(job: Job): Promise<PutResult>;
  /** True while the queue accepts and does work. Never throws. */
  ready(): Promise<boolean>;
  /** The number of jobs that wait or are in hand, everywhere. */
  length(): Promise<number>;
  /** The dead letters, the oldest first. */
  deadLetters(): Promise<readonly DeadLetter[]>;
  /**
   * Lets the job of a dead letter wait in its line again, after all others of its key. False when none of this delivery
   * is dead.
   */
  replay(delivery: string): Promise<boolean>;
  /** Deletes a dead letter. False when none of this delivery is dead. Idempotent. */
  discard(delivery: string): Promise<boolean>;
  /**
   * Resolves when this process has nothing left that would be lost with it: what is in hand, and what waits if that is
   * nowhere else.
   */
  drain(): Promise<void>;
  /** Accepts and begins nothing any more. Resolves when what is in hand is over. Idempotent. */
  close(): Promise<void>;
}
