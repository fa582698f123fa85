/** Attempts at one turn until one ends in order, within the deadline: the same for every provider. */
import { addUsage, type ModelUsage, NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ModelReply, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { type Deadline, deadlineOf } from "./deadline.ts";
import { pauseAfter } from "./retry-pause.ts";

/** What times the pauses between attempts, and what spreads them. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
}

/** What one attempt came to. A failed one may have cost, too; `asks`: milliseconds that the service wants us to wait, null when it does not say. */
export type AttemptResult =
  | { readonly kind: "replied"; readonly reply: Omit<ModelReply, "usage">; readonly usage: ModelUsage }
  | { readonly kind: "failed"; readonly failure: Failure; readonly asks: number | null; readonly usage: ModelUsage };

/** One request to the service, within the deadline. Other errors than the service's are bugs and are thrown. */
export type MakeAttempt = (deadline: Deadline) => Promise<AttemptResult>;

/**
 * The reply of the first attempt that ends in order, retries and pauses within `prompt.deadline` (S3.34, S3.59, X.07).
 * Throws `Failure("model")` when it cannot be had, `Interrupted` when `signal` is aborted. Not idempotent: every attempt costs.
 */
export async function replyWithRetries(
  prompt: Pick<Prompt, "deadline">,
  asked: { readonly id: string; readonly makeAttempt: MakeAttempt },
  signal: AbortSignal,
  patience: RetryOptions,
): Promise<ModelReply> {
  if (signal.aborted) throw new Interrupted("the call was stopped before it was sent");
  const deadline = deadlineOf(signal, prompt.deadline, patience.clock);
  try {
    return await persist(asked.makeAttempt, deadline, patience);
  } catch (cause) {
    if (signal.aborted) throw new Interrupted("the call was stopped", { cause });
    if (!deadline.passed()) throw cause;
    throw new Failure("model", `no answer from ${asked.id} within ${prompt.deadline} ms`, { retryable: true, cause });
  } finally {
    deadline.clear();
  }
}

/** Of a broken attempt nothing is used (LLM-05), but its cost is added. */
async function persist(once: MakeAttempt, deadline: Deadline, { clock, random }: RetryOptions): Promise<ModelReply> {
  let spent = NO_USAGE;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(deadline);
    spent = addUsage(spent, outcome.usage);
    if (outcome.kind === "replied") return { ...outcome.reply, usage: spent };
    const wait = pauseAfter(outcome.failure, { attempt, asks: outcome.asks, left: deadline.left() }, random);
    await clock.sleep(wait, deadline.signal);
  }
}

/** What a reader of the whole message says: the reply, or the failure that it threw, with what the attempt cost. */
export function completedAttempt(spend: ModelUsage, read: () => Omit<ModelReply, "usage">): AttemptResult {
  try {
    return { kind: "replied", reply: read(), usage: spend };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { kind: "failed", failure, asks: null, usage: spend };
  }
}
