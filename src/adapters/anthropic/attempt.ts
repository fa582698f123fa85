/** One attempt at a turn with Anthropic, and what came of it in our words. */
import type { MessageCreateParamsNonStreaming, Messages } from "@anthropic-ai/sdk/resources/messages";
import { NOTHING } from "#core/spend.ts";
import type { Clock } from "#ports/clock.ts";
import type { Asked } from "../model/asked.ts";
import type { Deadline } from "../model/deadline.ts";
import { type Attempt, concluded } from "../model/persist.ts";
import { failureOf, retryAfter } from "./errors.ts";
import { replyOf } from "./reply.ts";
import { takeTurn } from "./turn.ts";
import { spendOf } from "./usage.ts";

/** What an attempt needs beside the request. */
export interface Caller {
  readonly messages: Messages;
  readonly clock: Clock;
}

/** Sends the request once. Throws bugs only. */
export async function attemptOf(
  params: MessageCreateParamsNonStreaming,
  asked: Asked,
  deadline: Deadline,
  caller: Caller,
): Promise<Attempt> {
  // A second more than the deadline's own timer, so that this one names what happened.
  const turn = await takeTurn(caller.messages, params, { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 });
  if (turn.kind === "ended") return concluded(spendOf(turn.message.usage, params), () => replyOf(turn));
  const spend = turn.usage === null ? NOTHING : spendOf(turn.usage, params);
  return { kind: "failed", failure: failureOf(turn.error, asked), asks: retryAfter(turn.error, caller.clock.now()), spend };
}
