/** The shape of a request as our product sends it: a strict part of the SDK's own type, so that anything else is refused. */
import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";
import * as z from "zod";

const Cached = {
  cache_control: z.strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).exactOptional() }).exactOptional(),
};

const Text = z.strictObject({ type: z.literal("text"), text: z.string().min(1), citations: z.null().exactOptional(), ...Cached });

const ToolResult = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string().min(1),
  content: z.union([z.string(), z.array(Text)]).exactOptional(),
  is_error: z.boolean().exactOptional(),
  ...Cached,
});

const ToolUse = z.strictObject({
  type: z.literal("tool_use"),
  id: z.string().regex(/^[\w-]+$/),
  name: z.string().regex(/^[\w-]{1,128}$/),
  input: z.record(z.string(), z.unknown()),
  caller: z.strictObject({ type: z.literal("direct") }).exactOptional(),
  ...Cached,
});

const Thinking = z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().min(1) });

const User = z.strictObject({
  role: z.literal("user"),
  content: z.union([z.string().min(1), z.array(z.discriminatedUnion("type", [Text, ToolResult])).min(1)]),
});

const Assistant = z.strictObject({
  role: z.literal("assistant"),
  content: z.union([z.string().min(1), z.array(z.discriminatedUnion("type", [Text, ToolUse, Thinking])).min(1)]),
});

const Tool = z.strictObject({
  name: z.string().regex(/^[\w-]{1,128}$/),
  description: z.string().exactOptional(),
  input_schema: z.looseObject({ type: z.literal("object") }),
  strict: z.boolean().exactOptional(),
  ...Cached,
});

/** Sampling parameters and forced tool choice are no part of it: the current models answer them with 400. */
export const WireRequest = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1).max(128_000),
  messages: z.array(z.discriminatedUnion("role", [User, Assistant])).min(1),
  system: z.union([z.string().min(1), z.array(Text).min(1)]).exactOptional(),
  tools: z.array(Tool).exactOptional(),
  tool_choice: z.strictObject({ type: z.enum(["auto", "none"]) }).exactOptional(),
  output_config: z
    .strictObject({
      effort: z.enum(["low", "medium", "high", "xhigh", "max"]).exactOptional(),
      format: z.strictObject({ type: z.literal("json_schema"), schema: z.record(z.string(), z.unknown()) }).exactOptional(),
    })
    .exactOptional(),
  stream: z.boolean().exactOptional(),
});
export type WireRequest = Sendable<z.infer<typeof WireRequest>>;

/** The compiler checks that all that we let through is a request that the SDK would send. */
type Sendable<T extends Omit<MessageCreateParams, "stream">> = T;
export type WireMessage = WireRequest["messages"][number];
export type WireBlock = Exclude<WireMessage["content"], string>[number];

/** The blocks of a message; a bare string is one block of text. */
export function blocksOf(message: WireMessage): readonly WireBlock[] {
  return typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
}

/** A tool, a system text or a block of a message, with its breakpoint of the cache. */
export interface CacheableBlock {
  readonly type?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly cache_control?: unknown;
}

/** Tools, then system, then messages: the order in which the service caches. */
export function blocksInOrder(request: WireRequest): readonly CacheableBlock[] {
  const system = typeof request.system === "string" ? [{ type: "text" as const, text: request.system }] : (request.system ?? []);
  const messages = request.messages.flatMap((message) => blocksOf(message).map((block) => ({ role: message.role, ...block })));
  return [...(request.tools ?? []), ...system, ...messages];
}
