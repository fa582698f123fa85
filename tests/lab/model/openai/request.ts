/** A request for a chat completion as our product sends it: a strict part of the SDK's own type, and the rules that tie its parts together. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import * as z from "zod";
import { type Question, roleIn } from "../play.ts";

const Call = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
});

const Message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
  z.strictObject({ role: z.literal("user"), content: z.string().min(1) }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string().min(1), content: z.string() }),
  z
    .strictObject({ role: z.literal("assistant"), content: z.string().nullable(), tool_calls: z.array(Call).min(1).exactOptional() })
    .refine(({ content, tool_calls: calls }) => content !== null || calls !== undefined, { error: "content is null and there is no call" }),
]);

const Tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string(),
    parameters: z.looseObject({ type: z.literal("object") }),
  }),
});

const Format = z.strictObject({
  type: z.literal("json_schema"),
  json_schema: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    strict: z.boolean(),
    schema: z.record(z.string(), z.unknown()),
  }),
});

/** Sampling parameters and forced tool choice are no part of it. */
export const ChatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  max_completion_tokens: z.int().min(1).exactOptional(),
  max_tokens: z.int().min(1).exactOptional(),
  tools: z.array(Tool).min(1).exactOptional(),
  reasoning_effort: z.enum(["low", "medium", "high"]).exactOptional(),
  response_format: Format.exactOptional(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
});
export type ChatRequest = Sendable<z.infer<typeof ChatRequest>>;

/** The compiler checks that all that we let through is a request that the SDK would send. */
type Sendable<T extends ChatCompletionCreateParamsStreaming> = T;

/** The role by the system message, and the newest user's text or the answers of the tools. */
export function questionOf({ messages, response_format: format }: ChatRequest): Question {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  const newest = messages.slice(from).flatMap(({ role, content }) => (role === "system" ? [] : [content ?? ""]));
  return {
    role: roleIn(system),
    newest: newest.join("\n"),
    first: messages.find(({ role }) => role === "user")?.content ?? "",
    answered: messages.filter(({ role }) => role === "assistant").length,
    hasSchema: format !== undefined,
    called: messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map(({ function: { name } }) => name) : [],
    ),
  };
}

/** What breaks a rule of the service; empty = a good request. https://platform.openai.com/docs/api-reference/chat/create */
export function problemsOf({
  model,
  messages,
  response_format: format,
  max_tokens: older,
  reasoning_effort: effort,
}: ChatRequest): readonly string[] {
  return [
    ...pairing(messages),
    ...(messages.at(-1)?.role === "assistant" ? ["the last message must not be the assistant's"] : []),
    ...(older !== undefined && /^o\d/.test(model) ? ["Unsupported parameter: max_tokens"] : []),
    ...(effort !== undefined && !/^(?:gpt-5|o\d)/.test(model) ? ["Unrecognized request argument supplied: reasoning_effort"] : []),
    ...(format?.json_schema.strict === true ? strictness(format.json_schema.schema) : []),
  ];
}

function pairing(messages: ChatRequest["messages"]): readonly string[] {
  let open: readonly string[] = [];
  return messages.flatMap((message, index) => {
    if (message.role === "tool") {
      const known = open.includes(message.tool_call_id);
      open = open.filter((id) => id !== message.tool_call_id);
      return known ? [] : [`messages.${index}: no tool_call ${message.tool_call_id} waits for an answer`];
    }
    const missing = open.map((id) => `messages.${index}: tool_call ${id} has no answer`);
    open = message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    return missing;
  });
}

const Properties = z.record(z.string(), z.unknown());

/** The rules of strict mode. https://platform.openai.com/docs/guides/structured-outputs */
function strictness(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(strictness);
  if (typeof schema !== "object" || schema === null) return [];
  const properties = Properties.safeParse(Reflect.get(schema, "properties")).data;
  const missing = Object.keys(properties ?? {}).filter(
    (name) => !z.array(z.string()).parse(Reflect.get(schema, "required")).includes(name),
  );
  const isOpen = properties !== undefined && Reflect.get(schema, "additionalProperties") !== false;
  const refused = Object.keys(schema).filter((key) => ["oneOf", "allOf", "default", "minLength", "maxLength"].includes(key));
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    key === "properties" ? Object.values(Properties.parse(value)).flatMap(strictness) : strictness(value),
  );
  return [
    ...(isOpen ? ["Invalid schema for response_format 'answer': additionalProperties is required to be supplied and to be false"] : []),
    ...missing.map((name) => `Invalid schema for response_format 'answer': Missing '${name}' in required`),
    ...refused.map((key) => `Invalid schema for response_format 'answer': '${key}' is not permitted`),
    ...inner,
  ];
}
