/** One attempt at a turn with OpenAI's SDK, and what came of it in our words. */
import { Console } from "node:console";
import { OpenAI } from "openai/client";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { AttemptWith } from "#adapters/model/provider-model.ts";
import { completedAttempt } from "#adapters/model/retry.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { openaiFailureOf, openaiRetryAfter } from "./errors.ts";
import { openaiReplyOf } from "./reply.ts";
import { streamCompletion } from "./turn.ts";
import { brokenTurnUsageOf, openaiUsageOf } from "./usage.ts";

/** Attempts at one address with one key. The clock tells what a date in `retry-after` comes to. */
export function attemptsAt(baseUrl: string, key: string, clock: Clock): AttemptWith<ChatCompletionCreateParamsStreaming> {
  const client = clientOf(key, baseUrl);
  return async (params, asked, deadline) => {
    // A second more than the deadline's own timer, so that this one names what happened.
    const turn = await streamCompletion(client, params, { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 });
    if (turn.kind === "ended") return completedAttempt(openaiUsageOf(turn.message.usage, params), () => openaiReplyOf(turn.message));
    const spend = turn.message === null ? NO_USAGE : brokenTurnUsageOf(turn.message, params);
    return { kind: "failed", failure: openaiFailureOf(turn.error, asked), asks: openaiRetryAfter(turn.error, clock.now()), usage: spend };
  };
}

/**
 * Retries are ours (adapters/model). What the environment could add (another key, an organisation, a level of the log) is said to be
 * nothing; what goes wrong is told by our failures, so the SDK's own log is off: standard output belongs to the program.
 */
function clientOf(apiKey: string, baseURL: string): OpenAI {
  const nobody = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };
  return new OpenAI({ apiKey, baseURL, ...nobody, maxRetries: 0, logger: new Console(process.stderr), logLevel: "off" });
}
