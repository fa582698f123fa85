/**
 * Creates something on GitHub at most once: where an earlier attempt may have arrived, it looks, waits, looks again,
 * and only then sends.
 */
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";

/** Milliseconds before the second and the third send. */
const PAUSES = [2_000, 10_000];

/**
 * Milliseconds after which GitHub's lists show a new object: a request that was given up may still arrive, and its
 * object may be listed late. Where that takes longer there may be two for a while: the next look removes the later
 * ones.
 */
const SETTLES = 20_000;

/** Milliseconds after an announcement when the lists have too little left of that time. */
const LATE = SETTLES / 2;

export interface CreateOnceOptions<T> {
  /** Finds the object; null when it is not listed. */
  readonly find: () => Promise<T | null>;
  /** Creates the object. It must use `NO_RETRY`, so that the client does not repeat it by itself. */
  readonly send: () => Promise<T>;
  /** True when no attempt can have come before this call: then the first send needs no look. */
  readonly firstTry: boolean;
  /**
   * When a process that may have died since announced it, in milliseconds; null where no process did, and a look need
   * not wait.
   */
  readonly pendingSince: number | null;
  /**
   * Other processes that wait for the same announcement look and send first, and get time for the lists to show their
   * object.
   */
  readonly yields?: boolean;
}

/**
 * Returns the object that was found or created; sends at most three times. Throws the `Failure` of a send that is not
 * retryable, or of the third.
 */
export async function createOnce<T>(
  clock: Clock,
  { find, send, firstTry, pendingSince, yields = false }: CreateOnceOptions<T>,
): Promise<T> {
  const settles = yields ? 2 * SETTLES : SETTLES;
  const found = firstTry
    ? null
    : ((await patiently(clock, find, PAUSES)) ?? (await lookLater(clock, { find, pendingSince }, settles)));
  return found ?? sendAndLook(clock, { find, send, pendingSince }, PAUSES);
}

/** A failed look proves nothing, so it is repeated as often as a send. */
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

/** Waits until the lists show what was announced lately (at most `settles` milliseconds), and looks again. */
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
 * Looks again after a send that came long after its announcement: this process may have been given up meanwhile, and
 * another one may have sent the same; since later processes do not wait for the lists any more, this one does. `begun`:
 * when it was sent, in milliseconds.
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

/** The send succeeded, whatever the look says. */
function nothing(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}
