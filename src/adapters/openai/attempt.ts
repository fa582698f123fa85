/** One attempt at a turn with OpenAI's SDK, and what came of it in our words. */
import { Console } from "node:console";
import { OpenAI } from "openai/client";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { concluded } from "#adapters/model/persist.ts";
import type { AttemptWith } from "#adapters/model/provider-model.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import type { Clock } from "#ports/clock.ts";
import { failureOf, retryAfter } from "./errors.ts";
import { replyOf } from "./reply.ts";
import { takeTurn } from "./turn.ts";
import { brokenSpendOf, spendOf } from "./usage.ts";

/** Attempts at one address with one key. The clock tells what a date in `retry-after` comes to. */
export function attemptsAt(baseUrl: string, key: string, clock: Clock): AttemptWith<ChatCompletionCreateParamsStreaming> {
  const client = clientOf(key, baseUrl);
  return async (params, asked, deadline) => {
    // A second more than the deadline's own timer, so that this one names what happened.
    const turn = await takeTurn(client, params, { signal: deadline.signal, timeout: Math.max(0, deadline.left()) + 1000 });
    if (turn.kind === "ended") return concluded(spendOf(turn.said.usage, params), () => replyOf(turn.said));
    const spend = turn.said === null ? NO_USAGE : brokenSpendOf(turn.said, params);
    return { kind: "failed", failure: failureOf(turn.error, asked), asks: retryAfter(turn.error, clock.now()), spend };
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
