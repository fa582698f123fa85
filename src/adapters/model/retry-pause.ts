/** Decides how long to wait before the next attempt at a model, and when to give up. */
import { Failure } from "#ports/failure.ts";
import type { Random } from "#ports/random.ts";

/** Milliseconds before the second and the third attempt; there is no fourth. */
const PAUSES = [500, 2000];

/**
 * What a pause is computed from. A longer wait that the provider asks for counts; up to a quarter is added, so that
 * workers do not all return at once.
 */
export interface RetrySituation {
  /** Attempts that failed before this one. */
  readonly attempt: number;
  /** Milliseconds that the provider asked for (`retry-after`); null when it did not. */
  readonly asks: number | null;
  /** Milliseconds that the deadline leaves. */
  readonly left: number;
}

/** Milliseconds to pause. Throws the failure when another attempt is not worth it or does not fit into the deadline. */
export function pauseAfter(failure: Failure, { attempt, asks, left }: RetrySituation, random: Random): number {
  const pause = PAUSES[attempt];
  if (!failure.retryable || pause === undefined) throw failure;
  const wait = Math.max(pause, asks ?? 0) * (1 + Number.parseInt(random.hex(1), 16) / 1020);
  if (wait < left) return wait;
  const begins = `the next attempt would begin in ${Math.ceil(wait)} ms, after the call's deadline`;
  const message = `${failure.message}; ${begins}`;
  throw new Failure("model", message, { retryable: true, cause: failure.cause });
}
