/**
 * Turns a prompt into a request for chat completions: stateless, the stable part first, which the provider caches by
 * itself.
 */
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { providerOf } from "#core/config/model-provider.ts";
import { takesEffort } from "#core/config/role-settings.ts";
import type { Message, Prompt, ToolResult, ToolSpec } from "#ports/model.ts";
import type { StreamedCall } from "./collect.ts";
import { answerSchema } from "./schema.ts";

/**
 * The request for a prompt. It has no sampling parameter and no forced tool: the reasoning models refuse them with 400.
 * Their limit on tokens has a name of its own; other services with OpenAI's API know the older one.
 */
export function requestOf(prompt: Prompt, id: string): ChatCompletionCreateParamsStreaming {
  return {
    model: id,
    ...(isOpenais(id) ? { max_completion_tokens: prompt.maxTokens } : { max_tokens: prompt.maxTokens }),
    ...(prompt.tools.length > 0 && { tools: prompt.tools.map(toolOf) }),
    ...effortOf(prompt.effort, id),
    ...(prompt.format !== undefined && {
      response_format: { type: "json_schema", json_schema: formatOf(prompt.format) },
    }),
    messages: [
      ...(prompt.system === "" ? [] : [{ role: "system" as const, content: prompt.system }]),
      ...prompt.messages.flatMap(messagesOf),
    ],
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Two words of ours are above the highest that all of its reasoning models take. */
function effortOf(effort: Prompt["effort"], id: string): Pick<ChatCompletionCreateParamsStreaming, "reasoning_effort"> {
  if (effort === undefined || !takesEffort("openai", id)) return {};
  return { reasoning_effort: effort === "xhigh" || effort === "max" ? "high" : effort };
}

function isOpenais(id: string): boolean {
  const place = providerOf(id);
  return place.kind === "known" && place.provider === "openai";
}

function toolOf({ name, description, input }: ToolSpec): ChatCompletionFunctionTool {
  return { type: "function", function: { name, description, parameters: { ...input, type: "object" } } };
}

function formatOf(format: NonNullable<Prompt["format"]>): {
  name: string;
  strict: boolean;
  schema: Record<string, unknown>;
} {
  const { schema, strict } = answerSchema(format);
  return { name: "answer", strict, schema };
}

function messagesOf(message: Message): ChatCompletionMessageParam[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }];
    case "tools":
      return message.results.map(resultOf);
    case "assistant":
      return assistantOf(message);
  }
}

/** The model's own message as it came. An empty one (a reply that was cut in its first tool call) is left out. */
function assistantOf(message: Extract<Message, { role: "assistant" }>): ChatCompletionMessageParam[] {
  const calls = message.calls.map(({ id, name, input }) => ({ id, name, json: JSON.stringify(input ?? {}) }));
  const own = isMessage(message.raw) ? message.raw : assistantMessageOf(message.text, calls);
  return own.content === null && own.tool_calls === undefined ? [] : [own];
}

/** The port keeps `raw` unknown; `assistantMessageOf` made it from the stream. */
function isMessage(raw: unknown): raw is ChatCompletionAssistantMessageParam {
  return typeof raw === "object" && raw !== null && "role" in raw && raw.role === "assistant";
}

/** A message of the model as it goes back to the provider: its calls word for word. */
export function assistantMessageOf(text: string, calls: readonly StreamedCall[]): ChatCompletionAssistantMessageParam {
  const toolCalls = calls.map(({ id, name, json }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: json || "{}" },
  }));
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}

/** The format has no flag for a failed call, so its text says so. */
function resultOf({ id, text, failed }: ToolResult): ChatCompletionMessageParam {
  return { role: "tool", tool_call_id: id, content: failed ? `[failed] ${text}` : text };
}
