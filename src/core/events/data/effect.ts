/**
 * What a run does on GitHub that must not happen twice: announced in the journal first, then tried, then settled
 * (architecture 2, security 3.4).
 */
import * as z from "zod";

/**
 * `again`: a comment that the plan waits for another approval; `replies`: the last word on a pull request, to whoever
 * reviewed it; `draft`: the draft pull request of unfinished work; `dispatch`: the workflow run that takes the
 * hand-over up.
 */
export const Effect = z.enum(["plan", "status", "dispatch", "again", "result", "replies", "draft"]);
export type Effect = z.infer<typeof Effect>;

/** Times in milliseconds. */
export interface OutboxEntry {
  /** When it was announced; what it makes is found again by it. */
  readonly at: number;
  /** When it was announced last, where it had been put off. */
  readonly retriedAt?: number;
  /** Null while nobody knows what came of it. `until`: it is put off, and due again then. */
  readonly settled: { readonly receipt: string | null; readonly why: string; readonly until?: number } | null;
}

export type EffectOutbox = Readonly<Partial<Record<Effect, OutboxEntry>>>;

/** The receipt of an effect; null while there is none. */
export function receiptOf({ effects }: { readonly effects: EffectOutbox }, effect: Effect): string | null {
  return effects[effect]?.settled?.receipt ?? null;
}

/** The effects without some, which may then be announced anew. */
export function withoutEffects(effects: EffectOutbox, ...gone: readonly Effect[]): EffectOutbox {
  return Object.fromEntries(Object.entries(effects).filter(([effect]) => !gone.some((name) => name === effect)));
}

/** When it was announced last, in milliseconds: from then on somebody may have sent it. */
export function pendingSince({ at, retriedAt }: OutboxEntry): number {
  return retriedAt ?? at;
}
