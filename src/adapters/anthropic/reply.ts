/** Turns Anthropic's message into a reply: it throws where it does not understand the message. */
import type { ContentBlock, Message } from "@anthropic-ai/sdk/resources/messages";
import { checkToolName, parseToolInput } from "#adapters/model/tool-input.ts";
import { Failure } from "#ports/failure.ts";
import type { Finish, ModelReply, ToolCall } from "#ports/model.ts";
import type { AnthropicTurnEnded } from "./turn.ts";

/**
 * The reply, without its usage. Only a turn that ended in order has calls: the calls of a cut or refused turn are
 * dropped, from `raw` too, because the provider refuses a history with a call that has no result (400). Throws
 * `Failure("model")`: retryable when the input of a tool is not JSON or no reason was given, not retryable for an
 * unknown reason.
 */
export function anthropicReplyOf(turn: AnthropicTurnEnded): Omit<ModelReply, "usage"> {
  const { content, stop_reason: reason } = turn.message;
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const how = finishOf(reason);
  if (how !== "ended") return { text, calls: [], finish: how, raw: content.filter(({ type }) => type !== "tool_use") };
  const calls = content.flatMap((block, place) => callOf(block, turn.inputs.get(place)));
  return { text, calls, finish: calls.length > 0 ? "tools" : "done", raw: content };
}

/** `pause_turn` and a full context window count as cut: the turn is valid but has not ended. */
function finishOf(reason: Message["stop_reason"]): Extract<Finish, "cut" | "refused"> | "ended" {
  switch (reason) {
    case "end_turn":
    case "tool_use":
      return "ended";
    case "max_tokens":
    case "pause_turn":
    case "model_context_window_exceeded":
      return "cut";
    case "refusal":
      return "refused";
    default:
      throw new Failure("model", `the model ended its turn for a reason that we do not know: ${reason}`, {
        retryable: reason === null,
      });
  }
}

function callOf(block: ContentBlock, streamed: string | undefined): ToolCall[] {
  if (block.type !== "tool_use") return [];
  return [
    {
      id: block.id,
      name: checkToolName(block.name),
      input: streamed ? parseToolInput(streamed, block.name) : block.input,
    },
  ];
}
