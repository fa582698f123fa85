/** Sends one streamed request for a turn, without a retry. */
import type { OpenAI } from "openai/client";
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { type CollectedMessage, collectChunks } from "./collect.ts";

export interface OpenAiTurnEnded {
  readonly kind: "ended";
  readonly message: CollectedMessage;
}

/** `message` is what had come when the stream broke; null when nothing had. It is billed all the same. */
export interface OpenAiTurnBroken {
  readonly kind: "broke";
  readonly error: Error;
  readonly message: CollectedMessage | null;
}

/** Sends the request once. `timeout` (milliseconds) bounds the wait for the first byte, `signal` all of it. */
export async function streamCompletion(
  { chat }: OpenAI,
  params: ChatCompletionCreateParamsStreaming,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<OpenAiTurnEnded | OpenAiTurnBroken> {
  const chunks: ChatCompletionChunk[] = [];
  const error = await pour(() => chat.completions.create(params, { ...options, maxRetries: 0 }), chunks);
  const message = chunks.length === 0 ? null : collectChunks(chunks);
  if (error !== null) return { kind: "broke", error, message: message };
  // The SDK ends an aborted stream as if it had ended in order.
  if (message?.finish == null)
    return { kind: "broke", error: new Error("the stream ended before the answer did"), message: message };
  return { kind: "ended", message: message };
}

/**
 * Reads the stream into the list; returns the error that broke it. The SDK passes on errors of the socket and of JSON
 * unchanged.
 */
async function pour(
  open: () => PromiseLike<AsyncIterable<ChatCompletionChunk>>,
  into: ChatCompletionChunk[],
): Promise<Error | null> {
  try {
    for await (const chunk of await open()) into.push(chunk);
    return null;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
