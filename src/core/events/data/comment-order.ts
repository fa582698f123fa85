/** The order of people's comments: compared with events of a run, and with each other. */
import * as z from "zod";
import { Id } from "#core/values/ids.ts";
import type { EffectOutbox } from "./effect.ts";

/** When a person wrote something, in milliseconds since the epoch, and in which comment; null where it was none. */
export const CommentTime = z.strictObject({ at: z.int().nonnegative(), comment: Id.nullable() });
export type CommentTime = z.infer<typeof CommentTime>;

/** The last command of each sort that a run handled; null before the first. */
export interface LastCommands {
  /** Commands by which a run goes on: resume, continue, redirect, unblock. */
  readonly onwards: CommentTime | null;
  /** Commands that hold it up: pause, stop, and the removal of its trigger. */
  readonly against: CommentTime | null;
}

/** GitHub gives times of comments in whole seconds: milliseconds by which one may seem older than it is. */
const ROUNDING = 1_000;

/** True when a comment of the time `said` was certainly written before `moment`. Milliseconds since the epoch. */
export function isCertainlyBefore(said: number, moment: number): boolean {
  return said + ROUNDING < moment;
}

/**
 * False for a comment before `than`, and for that comment itself, also where GitHub delivers it again. Where the order
 * is unknown, it counts as later.
 */
export function isLaterComment(said: CommentTime, than: CommentTime | null): boolean {
  if (than === null) return true;
  if (said.comment === null || than.comment === null) return !isCertainlyBefore(said.at, than.at);
  return said.at > than.at || (said.at === than.at && said.comment > than.comment);
}

/**
 * When a run that is over ended, in milliseconds since the epoch: when its last comment became pending. Receipts may
 * have come since, and another comment, where the bot could not reply on the pull request.
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
