/**
 * The effects of a run on GitHub that must not happen twice: the journal records each as pending (`announced`), a
 * driver tries it, and the journal records the result (`settled`).
 */
import * as z from "zod";

/**
 * `again`: a comment that the plan waits for another approval; `replies`: the replies on a pull request to those who
 * reviewed it; `draft`: the draft pull request of unfinished work; `dispatch`: the start of the workflow run that
 * claims the hand-over.
 */
export const Effect = z.enum(["plan", "status", "dispatch", "again", "result", "replies", "draft"]);
export type Effect = z.infer<typeof Effect>;

/** Times in milliseconds. */
export interface OutboxEntry {
  /** When it became pending; a driver finds what it made again by this time. */
  readonly at: number;
  /** When it became pending last, where it had been deferred. */
  readonly retriedAt?: number;
  /** Null while its result is unknown. `until`: it is deferred, and due again then. */
  readonly settled: { readonly receipt: string | null; readonly why: string; readonly until?: number } | null;
}

export type EffectOutbox = Readonly<Partial<Record<Effect, OutboxEntry>>>;

/** The receipt of an effect; null while there is none. */
export function receiptOf({ effects }: { readonly effects: EffectOutbox }, effect: Effect): string | null {
  return effects[effect]?.settled?.receipt ?? null;
}

/** The effects without some, which may then become pending again. */
export function withoutEffects(effects: EffectOutbox, ...gone: readonly Effect[]): EffectOutbox {
  return Object.fromEntries(Object.entries(effects).filter(([effect]) => !gone.some((name) => name === effect)));
}

/** When it became pending last, in milliseconds: from then on a driver may have sent it. */
export function pendingSince({ at, retriedAt }: OutboxEntry): number {
  return retriedAt ?? at;
}
