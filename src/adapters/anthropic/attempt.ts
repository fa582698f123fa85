/** Makes one attempt at a turn with Anthropic, and gives its result in our types. */
import { Console } from "node:console";
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { type MessageCreateParamsNonStreaming, Messages } from "@anthropic-ai/sdk/resources/messages";
import type { Federation } from "#adapters/model/access.ts";
import type { AttemptWith } from "#adapters/model/provider-model.ts";
import { completedAttempt } from "#adapters/model/retry.ts";
import { watchedFetch, whileWatched } from "#adapters/model/watched-fetch.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { anthropicFailureOf, anthropicRetryAfter } from "./errors.ts";
import { federatedTokensFor } from "./federation.ts";
import { anthropicReplyOf } from "./reply.ts";
import { streamMessage } from "./turn.ts";
import { anthropicUsageOf } from "./usage.ts";

/**
 * Makes attempts at one address with one key, or with tokens that the SDK asks for as needed. The clock turns a date in
 * `retry-after` into a wait.
 */
export function attemptsAt(
  baseUrl: string,
  credential: string | Federation,
  clock: Clock,
): AttemptWith<MessageCreateParamsNonStreaming> {
  const messages = new Messages(clientOf(credential, baseUrl));
  return async (params, asked, deadline) => {
    // A second longer than the deadline's own timer, so that the deadline's error is the one that is reported.
    const bounds = { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 };
    const turn = await whileWatched(deadline.renew, () => streamMessage(messages, params, bounds));
    if (turn.kind === "ended")
      return completedAttempt(anthropicUsageOf(turn.message.usage, params), () => anthropicReplyOf(turn));
    const spend = turn.usage === null ? NO_USAGE : anthropicUsageOf(turn.usage, params);
    return {
      kind: "failed",
      failure: anthropicFailureOf(turn.error, asked),
      asks: anthropicRetryAfter(turn.error, clock.now()),
      usage: spend,
    };
  };
}

/**
 * The SDK's retries are off: they know neither our deadline nor our limits on money, so `adapters/model` retries. The
 * log goes to standard error, because standard output belongs to the program.
 */
function clientOf(credential: string | Federation, baseURL: string): BaseAnthropic {
  const access =
    typeof credential === "string"
      ? { apiKey: credential }
      : { apiKey: null, credentials: federatedTokensFor(credential, baseURL) };
  return new BaseAnthropic({
    ...access,
    baseURL,
    fetch: watchedFetch,
    maxRetries: 0,
    logger: new Console(process.stderr),
    logLevel: "warn",
    openTelemetry: false,
  });
}
