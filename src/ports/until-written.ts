/** Writes where others write too: a writer that was not first reads again and decides anew, but not for ever. */
import { Failure } from "./failure.ts";

/** `tries`: attempts at most. `message`: for people, where another writer was first at each of them. */
export interface WriteLimit {
  readonly tries: number;
  readonly message: string;
}

/**
 * Makes the attempt, and makes it again while it gives `conflict`; gives what else it gives. An attempt reads the
 * store, decides over what it read, and writes by compare-and-swap; where nothing is to be written, it says so by its
 * value. Idempotent where the attempt is. Throws `Failure("journal")`, retryable, after the last try, and at once what
 * an attempt throws.
 */
export async function untilWritten<T>(
  attempt: () => Promise<T | "conflict">,
  { tries, message }: WriteLimit,
): Promise<T> {
  for (let count = 0; count < tries; count++) {
    const answer = await attempt();
    if (answer !== "conflict") return answer;
  }
  throw new Failure("journal", message, { retryable: true });
}
