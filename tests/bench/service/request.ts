/** The bench's service reads a request of any client, and keeps what it does not know. */
import * as z from "zod";

/** The schema of a tool's input, or a part of it: JSON Schema, as clients write it. */
export type InputSchema = z.infer<typeof InputSchema>;
const InputSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** A tool that a client offers. */
export type OfferedTool = z.infer<typeof OfferedTool>;
const OfferedTool = z.looseObject({ name: z.string(), input_schema: InputSchema.optional() });

/** A block of a message, or of the system prompt. */
export type RequestBlock = z.infer<typeof RequestBlock>;
const RequestBlock = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
});

const Content = z.union([z.string(), z.array(RequestBlock)]);

/** The whole request. */
export const MessageRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: Content.optional(),
  tools: z.array(OfferedTool).optional(),
  messages: z.array(z.object({ role: z.string(), content: Content })).min(1),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** A part of a schema; what is none asks for nothing. */
export function schemaOf(part: unknown): InputSchema {
  return InputSchema.catch({}).parse(part);
}

/** The blocks of a message or of a system prompt; bare text is one block of text. */
export function blocksOf(content: string | readonly RequestBlock[] | undefined): readonly RequestBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}
