/** What can go wrong in a play, and what people can do, as data: a play follows from its seed and its blows, so a failure can be kept in a file. */
import * as z from "zod";

const Count = z.int().nonnegative();
const Milliseconds = z.int().positive();

/** Whose requests are counted: of the bot, or of one of the three jobs of workflow runs. */
export const Whose = z.enum(["bot", "run", "verify", "publish"]);
export type Whose = z.infer<typeof Whose>;

/**
 * Where a request is hit: the `nth` of its sender's kind, from 0; of those that change something, where it says so; of those that must not be
 * sent twice, where it says `create`.
 */
const AtRequest = { of: Whose, nth: Count, change: z.boolean(), create: z.literal(true).optional() };

/** What people do, by their hands. `again` presses "Re-run all jobs". Those of `GENTLE` ask for nothing but what they had already. */
export const Act = z.enum([
  "approve",
  "stranger_approves",
  "status",
  "label_on",
  "label_off",
  "stop",
  "resume",
  "pause",
  "redirect",
  "unblock",
  "edit_issue",
  "close_issue",
  "reopen_issue",
  "lock_issue",
  "delete_our_comment",
  "edit_our_comment",
  "wrong_label",
  "right_label_off",
  "close_pull",
  "push_to_branch",
  "delete_branch",
  "push_to_main",
  "delete_approval",
  "edit_approval",
  "demote",
  "promote",
  "freeze_on",
  "freeze_off",
  "again",
]);
export type Act = z.infer<typeof Act>;

/**
 * One blow. Requests: see `net.ts`; `server_error` is answered 502 before anything was done; `limited` is a secondary limit (403, `retry-after`).
 * `stale_lists`: from `at` on, for `ms` milliseconds, lists are `lag` milliseconds old. Webhooks are counted as far as the bot reads them,
 * dispatches and calls of the model all. `model_costly`: the call costs `COSTLY` tokens; `model_tells`: its
 * answer holds our key (`leaks.ts`). `job_long`: the setup of that job takes so long. `at`: milliseconds from the beginning. `issue`: the first or the second.
 */
export const Blow = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["request_lost", "answer_lost", "server_error", "limited", "dies_before", "dies_after"]), ...AtRequest }),
  z.strictObject({ kind: z.enum(["late_answer", "arrives_late", "freezes"]), ...AtRequest, ms: Milliseconds }),
  z.strictObject({ kind: z.literal("stale_lists"), at: Count, ms: Milliseconds, lag: Milliseconds }),
  z.strictObject({ kind: z.literal("webhook_lost"), nth: Count }),
  z.strictObject({ kind: z.enum(["webhook_doubled", "webhook_late"]), nth: Count, ms: Milliseconds }),
  z.strictObject({ kind: z.literal("dispatch_doubled"), nth: Count, ms: Milliseconds }),
  z.strictObject({ kind: z.enum(["model_overloaded", "model_malformed", "model_refuses", "model_costly", "model_tells"]), nth: Count }),
  z.strictObject({ kind: z.literal("job_long"), job: z.enum(["run", "verify"]), nth: Count, ms: Milliseconds }),
  z.strictObject({ kind: Act, issue: z.int().min(0).max(1), at: Count }),
]);
export type Blow = z.infer<typeof Blow>;
export type Kind = Blow["kind"];

/** All kinds, in the order in which they are told. */
export const KINDS: readonly Kind[] = Blow.options.flatMap((option) => {
  const { kind } = option.shape;
  return "options" in kind ? [...kind.options] : [...kind.values];
});

/** A play: everything that follows from chance alone follows from `seed`. */
export const Plan = z.strictObject({ seed: Count, issues: z.int().min(1).max(2), blows: z.array(Blow) });
export type Plan = z.infer<typeof Plan>;

/** What a dear call of the model costs, in tokens: two of them are more than a run may cost (`world.ts`). */
export const COSTLY = 60_000;

/** Milliseconds from the beginning after which no blow falls any more: what did not happen until then does not happen. */
export const STORM = 900_000;

/** Acts after which the work can still be done as it was asked for. */
const GENTLE: readonly Kind[] = [
  "approve",
  "stranger_approves",
  "status",
  "resume",
  "wrong_label",
  "right_label_off",
  "edit_our_comment",
  "delete_our_comment",
  "freeze_on",
  "freeze_off",
  "demote",
  "promote",
  "again",
];

/** True where nobody took back, changed or took over what was asked for, and it was not too dear: then the work must be done in the end. */
export function isGentle({ blows }: Plan): boolean {
  return blows.every(({ kind }) => (isAct(kind) ? GENTLE.includes(kind) : kind !== "model_costly"));
}

export function isAct(kind: Kind): kind is Act {
  return Act.options.some((act) => act === kind);
}
