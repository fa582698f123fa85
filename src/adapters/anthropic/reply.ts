/** Anthropic's message as our reply: fails closed where it does not understand. */
import type { ContentBlock, Message } from "@anthropic-ai/sdk/resources/messages";
import { checkToolName, parseToolInput } from "#adapters/model/tool-input.ts";
import { Failure } from "#ports/failure.ts";
import type { Finish, ModelReply, ToolCall } from "#ports/model.ts";
import type { AnthropicTurnEnded } from "./turn.ts";

/**
 * The reply, but for its spend. Only a turn that ended in order has calls: of one that was cut or refused none is done, and `raw`
 * leaves them out, because a call in the history that has no result is refused with 400 (LLM-06).
 * Throws `Failure("model")`: retryable when the tool input is not JSON or no reason was given, else for a reason that we do not know (LLM-09).
 */
export function anthropicReplyOf(turn: AnthropicTurnEnded): Omit<ModelReply, "usage"> {
  const { content, stop_reason: reason } = turn.message;
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const how = finishOf(reason);
  if (how !== "ended") return { text, calls: [], finish: how, raw: content.filter(({ type }) => type !== "tool_use") };
  const calls = content.flatMap((block, place) => callOf(block, turn.inputs.get(place)));
  return { text, calls, finish: calls.length > 0 ? "tools" : "done", raw: content };
}

/** `pause_turn` and a full context window are cut like a full reply: the turn is legal but not at its end. */
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
      throw new Failure("model", `the model ended its turn for a reason that we do not know: ${reason}`, { retryable: reason === null });
  }
}

function callOf(block: ContentBlock, streamed: string | undefined): ToolCall[] {
  if (block.type !== "tool_use") return [];
  return [{ id: block.id, name: checkToolName(block.name), input: streamed ? parseToolInput(streamed, block.name) : block.input }];
}
