/** Repeats a turn of a model until one attempt succeeds, within the deadline: the same for every provider. */
import { addUsage, type ModelUsage, NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ModelReply, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { type Deadline, deadlineOf } from "./deadline.ts";
import { pauseAfter } from "./retry-pause.ts";

/** `clock` times the pauses between attempts, `random` spreads them. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The result of one attempt. A failed one may have cost something, too; `asks`: milliseconds that the provider wants us
 * to wait, null when it does not say.
 */
export type AttemptResult =
  | { readonly kind: "replied"; readonly reply: Omit<ModelReply, "usage">; readonly usage: ModelUsage }
  | { readonly kind: "failed"; readonly failure: Failure; readonly asks: number | null; readonly usage: ModelUsage };

/**
 * Sends one request to the provider, within a deadline that each sign of life renews. Throws bugs only: an error of the
 * provider is a result.
 */
export type MakeAttempt = (deadline: Deadline) => Promise<AttemptResult>;

/**
 * The reply of the first attempt that succeeds; retries and pauses count against `prompt.deadline`. An attempt ends
 * when the provider is silent for `prompt.silence`, not when it is long. Throws `Failure("model")` when no attempt
 * succeeds, `Interrupted` when `signal` is aborted. Not idempotent: every attempt costs.
 */
export async function replyWithRetries(
  prompt: Pick<Prompt, "deadline" | "silence">,
  asked: { readonly id: string; readonly makeAttempt: MakeAttempt },
  signal: AbortSignal,
  options: RetryOptions,
): Promise<ModelReply> {
  if (signal.aborted) throw new Interrupted("the call was stopped before it was sent");
  const deadline = deadlineOf(signal, prompt.deadline, options.clock);
  const silence = Math.min(prompt.silence ?? prompt.deadline, prompt.deadline);
  const listened: MakeAttempt = (within) => listenedTo(asked, within, silence, options.clock);
  try {
    return await persist(listened, deadline, options);
  } catch (cause) {
    if (signal.aborted) throw new Interrupted("the call was stopped", { cause });
    if (!deadline.passed()) throw cause;
    throw new Failure("model", `no answer from ${asked.id} within ${prompt.deadline} ms`, { retryable: true, cause });
  } finally {
    deadline.clear();
  }
}

/** One attempt, which ends when nothing is heard of it for so many milliseconds. */
async function listenedTo(
  { id, makeAttempt }: { readonly id: string; readonly makeAttempt: MakeAttempt },
  { signal }: Deadline,
  silence: number,
  clock: Clock,
): Promise<AttemptResult> {
  const ear = deadlineOf(signal, silence, clock);
  try {
    const outcome = await makeAttempt(ear);
    if (outcome.kind === "replied" || !ear.passed()) return outcome;
    const failure = new Failure("model", `${id} was silent for ${silence} ms`, {
      retryable: true,
      cause: outcome.failure,
    });
    return { ...outcome, failure };
  } finally {
    ear.clear();
  }
}

/** Uses nothing of a failed attempt, but adds its cost. */
async function persist(once: MakeAttempt, deadline: Deadline, { clock, random }: RetryOptions): Promise<ModelReply> {
  let total = NO_USAGE;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(deadline);
    total = addUsage(total, outcome.usage);
    if (outcome.kind === "replied") return { ...outcome.reply, usage: total };
    const wait = pauseAfter(outcome.failure, { attempt, asks: outcome.asks, left: deadline.left() }, random);
    await clock.sleep(wait, deadline.signal);
  }
}

/**
 * The result of `read`, which turns a whole message into a reply: that reply or the failure that `read` threw, with the
 * usage of the attempt.
 */
export function completedAttempt(usage: ModelUsage, read: () => Omit<ModelReply, "usage">): AttemptResult {
  try {
    return { kind: "replied", reply: read(), usage };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { kind: "failed", failure, asks: null, usage };
  }
}
