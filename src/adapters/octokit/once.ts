/** Sends what must not be there twice: where it may have been sent, look, wait and look again, and only then send (architecture 2, security 3.4). The one place that knows how. */
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";

/** Milliseconds before the second and the third send. */
const PAUSES = [2_000, 10_000];

/** Milliseconds for which GitHub's lists may not show yet what it has taken. Where that takes longer there may be two for a while: whoever looks next takes the later ones away. */
const SETTLES = 10_000;

export interface Sending<T> {
  /** What is there already; null when nothing is. */
  readonly look: () => Promise<T | null>;
  /** Must go out with `ONCE`, so that the client does not send it again by itself. */
  readonly send: () => Promise<T>;
  /** True when nobody can have sent it before this call: then nobody looks before the first send. */
  readonly fresh: boolean;
  /** When somebody who may have died since announced it, in milliseconds; null where nobody did, and whoever looks need not wait. */
  readonly announced: number | null;
}

/** Gives what is there or what was sent; sends at most three times. Throws the `Failure` of a send that is not retryable, or of the third. */
export async function once<T>(clock: Clock, { look, send, fresh, announced }: Sending<T>): Promise<T> {
  const found = fresh ? null : ((await patiently(clock, look, PAUSES)) ?? (await lookLater(clock, look, announced)));
  return found ?? sendAndLook(clock, { look, send }, PAUSES);
}

/** A look that fails proves nothing: what is there must not be given up, so it is tried as often as a send. */
async function patiently<T>(clock: Clock, look: () => Promise<T | null>, pauses: readonly number[]): Promise<T | null> {
  const [pause, ...more] = pauses;
  try {
    return await look();
  } catch (error) {
    if (pause === undefined || !(error instanceof Failure && error.retryable)) throw error;
    await clock.sleep(pause);
  }
  return patiently(clock, look, more);
}

/** Where it was announced so lately that the lists may not show it yet, they get the time. */
async function lookLater<T>(clock: Clock, look: () => Promise<T | null>, announced: number | null): Promise<T | null> {
  const rest = announced === null ? 0 : Math.min(SETTLES, announced + SETTLES - clock.now());
  if (rest <= 0) return null;
  await clock.sleep(rest);
  return look();
}

async function sendAndLook<T>(clock: Clock, sending: Pick<Sending<T>, "look" | "send">, pauses: readonly number[]): Promise<T> {
  const [pause, ...more] = pauses;
  const begun = clock.now();
  try {
    const sent = await sending.send();
    // Whoever stood still with it in hand may have been given up, and somebody else has sent it.
    return clock.now() - begun > SETTLES ? ((await sending.look()) ?? sent) : sent;
  } catch (error) {
    if (pause === undefined || !(error instanceof Failure && error.retryable)) throw error;
    await clock.sleep(error.undone ? pause : Math.max(pause, SETTLES));
  }
  return (await sending.look()) ?? sendAndLook(clock, sending, more);
}
