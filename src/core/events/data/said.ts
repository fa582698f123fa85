/** When a person said something, against when something happened here, and which of two words was the later one. */
import * as z from "zod";
import { Id } from "#core/values/ids.ts";
import type { Effects } from "./effect.ts";

/** When somebody said something, in milliseconds since the epoch, and in which comment; null where it was none. */
export const Saying = z.strictObject({ at: z.int().nonnegative(), comment: Id.nullable() });
export type Saying = z.infer<typeof Saying>;

/** The last of the words of each sort that a run took; null before the first. */
export interface Words {
  /** A run goes on by these: resume, continue, redirect, unblock. */
  readonly onwards: Saying | null;
  /** These hold it up: stop, and what counts as one, and pause. */
  readonly against: Saying | null;
}

/** GitHub tells times of comments in whole seconds: milliseconds by which one may seem older than it is. */
const ROUNDING = 1_000;

/** True when it was certainly said before `moment`. Both in milliseconds since the epoch. */
export function saidBefore(said: number, moment: number): boolean {
  return said + ROUNDING < moment;
}

/** False for what was said before `than`, and for that very comment, whatever number its delivery has. Where nobody can tell it is held for later. */
export function isLater(said: Saying, than: Saying | null): boolean {
  if (than === null) return true;
  if (said.comment === null || than.comment === null) return !saidBefore(said.at, than.at);
  return said.at > than.at || (said.at === than.at && said.comment > than.comment);
}

/** When a run that is over had its end, in milliseconds since the epoch: its last word was announced then. Receipts may have come since, and where the replies could not be given, another word. */
export function endedAt({ effects, updatedAt }: { readonly effects: Effects; readonly updatedAt: number }): number {
  return (effects.replies ?? effects.result)?.at ?? updatedAt;
}
