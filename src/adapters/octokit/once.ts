/** Sends what must not be there twice: after a send that may or may not have arrived, look before sending again (architecture 2). */
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";

/** Milliseconds before the second and the third send. */
const PAUSES = [2_000, 10_000];

export interface Sending<T> {
  /** What is there already; null when nothing is. */
  readonly look: () => Promise<T | null>;
  /** Must go out with `ONCE`, so that the client does not send it again by itself. */
  readonly send: () => Promise<T>;
  /** True when nobody can have sent it before this call: then nobody looks before the first send. */
  readonly fresh: boolean;
}

/** Gives what is there or what was sent; sends at most three times. Throws the `Failure` of a send that is not retryable, or of the third. */
export async function once<T>(clock: Clock, { look, send, fresh }: Sending<T>): Promise<T> {
  const found = fresh ? null : await look();
  return found ?? sendAndLook(clock, { look, send }, PAUSES);
}

async function sendAndLook<T>(clock: Clock, sending: Pick<Sending<T>, "look" | "send">, pauses: readonly number[]): Promise<T> {
  const [pause, ...more] = pauses;
  try {
    return await sending.send();
  } catch (error) {
    if (pause === undefined || !(error instanceof Failure && error.retryable)) throw error;
  }
  await clock.sleep(pause);
  return (await sending.look()) ?? sendAndLook(clock, sending, more);
}
