/** How many jobs of a key may wait: what is vital has room of its own, and nobody takes all of that. */
import type { Job, QueueOptions } from "#ports/queue.ts";

type Room = Pick<QueueOptions, "waiting" | "ofOne">;

/** True where there is no room for the job beside those of its key that wait. Over Redis a script says it (`redis/scripts.ts`). */
export function isLineFull({ vital, from }: Job, others: readonly Job[], { waiting, ofOne }: Room): boolean {
  const alike = others.filter((other) => other.vital === vital);
  const own = vital && from !== undefined ? alike.filter((other) => other.from === from) : [];
  return alike.length >= waiting || own.length >= ofOne;
}

/** Why a job is not taken for which there is no room. */
export function lineFullMessage({ key, vital, from }: Job, { waiting, ofOne }: Room): string {
  const own = vital && from !== undefined ? `, or ${ofOne} of the same person` : "";
  return `${waiting} wait for ${key} already${own}`;
}
