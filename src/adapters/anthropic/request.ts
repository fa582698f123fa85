/** Turns a prompt into Anthropic's request: stateless, the stable part first, with cache breakpoints. */
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import { takesEffort } from "#core/config/role-settings.ts";
import type { Message, Prompt, ToolCall, ToolResult, ToolSpec } from "#ports/model.ts";

/** A breakpoint of the prompt cache that lasts five minutes (a write costs 1.25 of input, a read 0.1 or 0.05). */
const BREAKPOINT = { cache_control: { type: "ephemeral" } } as const;

/**
 * The request for a prompt. It has no sampling parameter, no forced tool choice and no prefill: the models refuse them
 * with 400. Tools and system are the same bytes for the same role. It has at most three breakpoints of the four
 * allowed: one after tools and system, one after each of the last two messages of ours. The older of these two is where
 * the call before this one wrote its cache; the provider looks back only 20 blocks for it, and a turn with many tool
 * calls is longer than that.
 */
export function requestOf(prompt: Prompt, id: string): MessageCreateParamsNonStreaming {
  return {
    model: id,
    max_tokens: prompt.maxTokens,
    ...(prompt.tools.length > 0 && { tools: prompt.tools.map(toolOf) }),
    ...(prompt.system !== "" && { system: [{ type: "text", text: prompt.system, ...BREAKPOINT }] }),
    messages: messagesOf(prompt.messages),
    ...outputOf(prompt, id),
  };
}

function outputOf({ format, effort }: Prompt, id: string): Pick<MessageCreateParamsNonStreaming, "output_config"> {
  const output = {
    ...(effort !== undefined && takesEffort("anthropic", id) && { effort }),
    ...(format !== undefined && { format: formatOf(format) }),
  };
  return Object.keys(output).length === 0 ? {} : { output_config: output };
}

function toolOf(tool: ToolSpec): Tool {
  return { name: tool.name, description: tool.description, input_schema: { ...tool.input, type: "object" } };
}

/**
 * Constraints that the provider refuses in an answer's schema (lengths, ranges) move into its descriptions; zod checks
 * them afterwards.
 */
function formatOf(schema: Readonly<Record<string, unknown>>): { type: "json_schema"; schema: Record<string, unknown> } {
  return { type: "json_schema", schema: transformJSONSchema(schema) };
}

function messagesOf(messages: readonly Message[]): MessageParam[] {
  const ours = messages.flatMap(({ role }, index) => (role === "assistant" ? [] : [index])).slice(-2);
  return messages.flatMap((message, index) => {
    if (message.role === "assistant") return assistantOf(message);
    const blocks = message.role === "user" ? [textOf(message.text)] : message.results.map(resultOf);
    return [{ role: "user", content: ours.includes(index) ? marked(blocks) : blocks }];
  });
}

/**
 * The model's own content as it came. Empty content (a reply that was cut in its first tool call) is left out: the
 * provider refuses it.
 */
function assistantOf(message: Extract<Message, { role: "assistant" }>): MessageParam[] {
  // The port keeps `raw` unknown; `anthropicReplyOf` took it from the provider.
  const raw = Array.isArray(message.raw) ? (message.raw as ContentBlockParam[]) : null;
  const content = raw ?? [...(message.text === "" ? [] : [textOf(message.text)]), ...message.calls.map(callOf)];
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function callOf(call: ToolCall): ContentBlockParam {
  return { type: "tool_use", id: call.id, name: call.name, input: call.input };
}

function textOf(text: string): TextBlockParam {
  return { type: "text", text };
}

function resultOf(result: ToolResult): ToolResultBlockParam {
  return {
    type: "tool_result",
    tool_use_id: result.id,
    content: result.text,
    ...(result.failed && { is_error: true }),
  };
}

function marked(blocks: readonly (TextBlockParam | ToolResultBlockParam)[]): ContentBlockParam[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...BREAKPOINT } : block));
}
