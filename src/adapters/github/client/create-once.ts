/** Sends what must not be there twice: where it may have been sent, look, wait and look again, and only then send (architecture 2, security 3.4). The one place that knows how. */
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";

/** Milliseconds before the second and the third send. */
const PAUSES = [2_000, 10_000];

/**
 * Milliseconds after which GitHub's lists show what was sent: a request that was given up may still arrive, and what it made may be listed late.
 * Where that takes longer there may be two for a while: whoever looks next takes the later ones away.
 */
const SETTLES = 20_000;

/** Milliseconds after an announcement from which on the lists have too little left of that time. */
const LATE = SETTLES / 2;

export interface CreateOnceOptions<T> {
  /** What is there already; null when nothing is. */
  readonly find: () => Promise<T | null>;
  /** Must go out with `ONCE`, so that the client does not send it again by itself. */
  readonly send: () => Promise<T>;
  /** True when nobody can have sent it before this call: then nobody looks before the first send. */
  readonly firstTry: boolean;
  /** When somebody who may have died since announced it, in milliseconds; null where nobody did, and whoever looks need not wait. */
  readonly pendingSince: number | null;
  /** Others who wait for the same announcement look and send first, and what they send is given time to be listed. */
  readonly yields?: boolean;
}

/** Gives what is there or what was sent; sends at most three times. Throws the `Failure` of a send that is not retryable, or of the third. */
export async function createOnce<T>(
  clock: Clock,
  { find, send, firstTry, pendingSince, yields = false }: CreateOnceOptions<T>,
): Promise<T> {
  const settles = yields ? 2 * SETTLES : SETTLES;
  const found = firstTry ? null : ((await patiently(clock, find, PAUSES)) ?? (await lookLater(clock, { find, pendingSince }, settles)));
  return found ?? sendAndLook(clock, { find, send, pendingSince }, PAUSES);
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

/** Where it was announced so lately that the lists may not show it yet, they get the time: `settles` milliseconds. */
async function lookLater<T>(
  clock: Clock,
  { find, pendingSince }: Pick<CreateOnceOptions<T>, "find" | "pendingSince">,
  settles: number,
): Promise<T | null> {
  const rest = pendingSince === null ? 0 : Math.min(settles, pendingSince + settles - clock.now());
  if (rest <= 0) return null;
  await clock.sleep(rest);
  return patiently(clock, find, PAUSES);
}

async function sendAndLook<T>(
  clock: Clock,
  sending: Pick<CreateOnceOptions<T>, "find" | "send" | "pendingSince">,
  pauses: readonly number[],
): Promise<T> {
  const [pause, ...more] = pauses;
  const begun = clock.now();
  try {
    const sent = await sending.send();
    return (await shown(clock, sending, begun).catch(nothing)) ?? sent;
  } catch (error) {
    if (pause === undefined || !(error instanceof Failure && error.retryable)) throw error;
    await clock.sleep(error.undone ? pause : Math.max(pause, SETTLES));
  }
  return (await patiently(clock, sending.find, PAUSES)) ?? sendAndLook(clock, sending, more);
}

/**
 * What stands there by now of what was sent long after it was announced: whoever stood still with it in hand may have been given up, and somebody
 * else has sent it; and whoever comes next gives the lists no time any more, so it is waited for here. `begun`: when it was sent, in milliseconds.
 */
async function shown<T>(
  clock: Clock,
  { find, pendingSince }: Pick<CreateOnceOptions<T>, "find" | "pendingSince">,
  begun: number,
): Promise<T | null> {
  if (clock.now() - Math.min(begun, pendingSince ?? begun) <= LATE) return null;
  for (const pause of PAUSES) {
    const found = await find();
    if (found !== null) return found;
    await clock.sleep(pause);
  }
  return find();
}

/** It was sent, whatever the look says. */
function nothing(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}
