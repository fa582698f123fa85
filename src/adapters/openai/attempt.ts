/** Makes one attempt at a turn with OpenAI's SDK, and gives its result in our types. */
import { Console } from "node:console";
import { OpenAI } from "openai/client";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { AttemptWith } from "#adapters/model/provider-model.ts";
import { completedAttempt } from "#adapters/model/retry.ts";
import { watchedFetch, whileWatched } from "#adapters/model/watched-fetch.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { openaiFailureOf, openaiRetryAfter } from "./errors.ts";
import { openaiReplyOf } from "./reply.ts";
import { streamCompletion } from "./turn.ts";
import { brokenTurnUsageOf, openaiUsageOf } from "./usage.ts";

/** Makes attempts at one address with one key. The clock turns a date in `retry-after` into a wait. */
export function attemptsAt(
  baseUrl: string,
  key: string,
  clock: Clock,
): AttemptWith<ChatCompletionCreateParamsStreaming> {
  const client = clientOf(key, baseUrl);
  return async (params, asked, deadline) => {
    // A second longer than the deadline's own timer, so that the deadline's error is the one that is reported.
    const bounds = { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 };
    const turn = await whileWatched(deadline.renew, () => streamCompletion(client, params, bounds));
    if (turn.kind === "ended")
      return completedAttempt(openaiUsageOf(turn.message.usage, params), () => openaiReplyOf(turn.message));
    const spend = turn.message === null ? NO_USAGE : brokenTurnUsageOf(turn.message, params);
    return {
      kind: "failed",
      failure: openaiFailureOf(turn.error, asked),
      asks: openaiRetryAfter(turn.error, clock.now()),
      usage: spend,
    };
  };
}

/**
 * The SDK's retries are off: `adapters/model` retries. Settings that the SDK would take from the environment (another
 * key, an organisation, a log level) are set to nothing. Our failures report the errors, so the SDK's log is off:
 * standard output belongs to the program.
 */
function clientOf(apiKey: string, baseURL: string): OpenAI {
  const noDefaults = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };
  return new OpenAI({
    apiKey,
    baseURL,
    ...noDefaults,
    fetch: watchedFetch,
    maxRetries: 0,
    logger: new Console(process.stderr),
    logLevel: "off",
  });
}
