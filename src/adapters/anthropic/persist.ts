/** Attempts at one turn until one ends in order, within the deadline. */
import type { MessageCreateParamsNonStreaming, Messages } from "@anthropic-ai/sdk/resources/messages";
import { add, NOTHING, type Spend } from "#core/spend.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Prompt, Reply } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import type { Asked } from "./asked.ts";
import type { Deadline } from "./deadline.ts";
import { failureOf, retryAfter } from "./errors.ts";
import { pauseAfter } from "./pause.ts";
import { replyOf } from "./reply.ts";
import { requestOf } from "./request.ts";
import { takeTurn } from "./turn.ts";
import { spendOf } from "./usage.ts";

/** What an attempt needs beside the prompt. */
export interface Caller {
  readonly messages: Messages;
  readonly clock: Clock;
  readonly random: Random;
}

/** What one attempt came to. A failed one may have cost, too. */
type Attempt =
  | { readonly kind: "replied"; readonly reply: Omit<Reply, "spend">; readonly spend: Spend }
  | { readonly kind: "failed"; readonly failure: Failure; readonly asks: number | null; readonly spend: Spend };

/**
 * The reply of the first attempt that ends in order; of a broken one nothing is used (LLM-05), but its cost is added.
 * Throws `Failure("model")` when it cannot be had, `Interrupted` when the deadline's signal ends a pause.
 */
export async function persist(prompt: Prompt, asked: Asked, deadline: Deadline, caller: Caller): Promise<Reply> {
  const params = requestOf(prompt, asked.id);
  let spent = NOTHING;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOf(params, asked, deadline, caller);
    spent = add(spent, outcome.spend);
    if (outcome.kind === "replied") return { ...outcome.reply, spend: spent };
    const wait = pauseAfter(outcome.failure, { attempt, asks: outcome.asks, left: deadline.left() }, caller.random);
    await caller.clock.sleep(wait, deadline.signal);
  }
}

async function attemptOf(params: MessageCreateParamsNonStreaming, asked: Asked, deadline: Deadline, caller: Caller): Promise<Attempt> {
  // A second more than the deadline's own timer, so that this one names what happened.
  const turn = await takeTurn(caller.messages, params, { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 });
  if (turn.kind === "broke") {
    const spend = turn.usage === null ? NOTHING : spendOf(turn.usage, params);
    return { kind: "failed", failure: failureOf(turn.error, asked), asks: retryAfter(turn.error, caller.clock.now()), spend };
  }
  const spend = spendOf(turn.message.usage, params);
  try {
    return { kind: "replied", reply: replyOf(turn), spend };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { kind: "failed", failure, asks: null, spend };
  }
}
