/** When a person said something, against when something happened here, and which of two words was the later one. */
import * as z from "zod";
import { Id } from "#core/values/ids.ts";
import type { EffectOutbox } from "./effect.ts";

/** When somebody said something, in milliseconds since the epoch, and in which comment; null where it was none. */
export const CommentTime = z.strictObject({ at: z.int().nonnegative(), comment: Id.nullable() });
export type CommentTime = z.infer<typeof CommentTime>;

/** The last of the words of each sort that a run took; null before the first. */
export interface LastCommands {
  /** A run goes on by these: resume, continue, redirect, unblock. */
  readonly onwards: CommentTime | null;
  /** These hold it up: stop, and what counts as one, and pause. */
  readonly against: CommentTime | null;
}

/** GitHub tells times of comments in whole seconds: milliseconds by which one may seem older than it is. */
const ROUNDING = 1_000;

/** True when it was certainly said before `moment`. Both in milliseconds since the epoch. */
export function isCertainlyBefore(said: number, moment: number): boolean {
  return said + ROUNDING < moment;
}

/**
 * False for what was said before `than`, and for that very comment, whatever number its delivery has. Where nobody can
 * tell it is held for later.
 */
export function isLaterComment(said: CommentTime, than: CommentTime | null): boolean {
  if (than === null) return true;
  if (said.comment === null || than.comment === null) return !isCertainlyBefore(said.at, than.at);
  return said.at > than.at || (said.at === than.at && said.comment > than.comment);
}

/**
 * When a run that is over had its end, in milliseconds since the epoch: its last word was announced then. Receipts may
 * have come since, and where the replies could not be given, another word.
 */
export function runEndedAt({
  effects,
  updatedAt,
}: {
  readonly effects: EffectOutbox;
  readonly updatedAt: number;
}): number {
  return (effects.replies ?? effects.result)?.at ?? updatedAt;
}
