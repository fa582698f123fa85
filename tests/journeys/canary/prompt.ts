/** What a request tells a model: everything but what the model said itself, which it gets back as it was. */
import * as z from "zod";

const Conversation = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) });

/** The request, in either provider's format, without the model's own words; as it is where it cannot be read. */
export function heardIn(raw: string): string {
  const read = Conversation.safeParse(JSON.parse(raw));
  if (!read.success) return raw;
  return JSON.stringify({ ...read.data, messages: read.data.messages.filter(({ role }) => role !== "assistant") });
}
