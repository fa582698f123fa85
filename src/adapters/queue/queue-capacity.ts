/**
 * Limits how many jobs of a key may wait: vital jobs have a limit of their own, and one person may use only a part of
 * it.
 */
import type { Job, QueueOptions } from "#ports/queue.ts";

type Room = Pick<QueueOptions, "waiting" | "ofOne">;

/** True where too many jobs of the same key wait already. Over Redis a script decides the same (`redis/scripts.ts`). */
export function isLineFull({ vital, from }: Job, others: readonly Job[], { waiting, ofOne }: Room): boolean {
  const alike = others.filter((other) => other.vital === vital);
  const own = vital && from !== undefined ? alike.filter((other) => other.from === from) : [];
  return alike.length >= waiting || own.length >= ofOne;
}

/** The reason that is given when a job is refused because too many wait. */
export function lineFullMessage({ key, vital, from }: Job, { waiting, ofOne }: Room): string {
  const own = vital && from !== undefined ? `, or ${ofOne} of the same person` : "";
  return `${waiting} wait for ${key} already${own}`;
}
