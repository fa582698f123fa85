/** One attempt at a turn: one streamed request, no retry. */
import type { OpenAI } from "openai/client";
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { type CollectedMessage, collectChunks } from "./collect.ts";

export interface OpenAiTurnEnded {
  readonly kind: "ended";
  readonly message: CollectedMessage;
}

/** `said` is what had come when the stream broke; null when nothing had. It is billed all the same. */
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
  const said = chunks.length === 0 ? null : collectChunks(chunks);
  if (error !== null) return { kind: "broke", error, message: said };
  // The SDK ends a stream that was aborted as if it had ended in order.
  if (said?.finish == null) return { kind: "broke", error: new Error("the stream ended before the answer did"), message: said };
  return { kind: "ended", message: said };
}

/** Takes the stream into the list; gives what broke it. The SDK lets errors of the socket and of JSON through as they are. */
async function pour(open: () => PromiseLike<AsyncIterable<ChatCompletionChunk>>, into: ChatCompletionChunk[]): Promise<Error | null> {
  try {
    for await (const chunk of await open()) into.push(chunk);
    return null;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
