/** Sends one streamed request for a turn, without a retry. */
import { AnthropicError } from "@anthropic-ai/sdk/error";
import type { Message, MessageCreateParamsNonStreaming, Messages, Usage } from "@anthropic-ai/sdk/resources/messages";

/**
 * `inputs` holds the JSON of each tool call as it was streamed, by the block's index: the SDK's own parser repairs
 * broken JSON.
 */
export interface AnthropicTurnEnded {
  readonly kind: "ended";
  readonly message: Message;
  readonly inputs: ReadonlyMap<number, string>;
}

/** `usage` is the provider's count before the stream broke; null when it had not begun. It is billed all the same. */
export interface AnthropicTurnBroken {
  readonly kind: "broke";
  readonly error: AnthropicError;
  readonly usage: Usage | null;
}

/**
 * Sends the request once. `timeout` (milliseconds) bounds the wait for the first byte, `signal` all of it. Throws bugs
 * only: an error of the SDK is a result.
 */
export async function streamMessage(
  messages: Messages,
  params: MessageCreateParamsNonStreaming,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<AnthropicTurnEnded | AnthropicTurnBroken> {
  const inputs = new Map<number, string>();
  const stream = messages.stream(params, { ...options, maxRetries: 0 });
  stream.on("streamEvent", (event) => {
    if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return;
    inputs.set(event.index, (inputs.get(event.index) ?? "") + event.delta.partial_json);
  });
  try {
    return { kind: "ended", message: await stream.finalMessage(), inputs };
  } catch (error) {
    if (!(error instanceof AnthropicError)) throw error;
    return { kind: "broke", error, usage: stream.currentMessage?.usage ?? null };
  }
}
