/** What a request in Anthropic's format asks, as the play sees it. */
import { type Question, roleIn } from "./play.ts";
import { blocksOf, type WireRequest } from "./request-schema.ts";

/** The role by the system prompt, and the texts of the newest message: what the user said, or what the tools answered. */
export function questionOf({ system, messages, output_config: output }: WireRequest): Question {
  const [first, last] = [messages[0], messages.at(-1)];
  return {
    role: roleIn(typeof system === "string" ? system : (system?.[0]?.text ?? "")),
    newest: last === undefined ? "" : textsOf(last),
    first: first === undefined ? "" : textsOf(first),
    answered: messages.filter(({ role }) => role === "assistant").length,
    hasSchema: output?.format !== undefined,
    called: messages.flatMap((message) => blocksOf(message).flatMap((block) => (block.type === "tool_use" ? [block.name] : []))),
  };
}

function textsOf(message: WireRequest["messages"][number]): string {
  const texts = blocksOf(message).flatMap((block) => {
    if (block.type === "text") return [block.text];
    if (block.type !== "tool_result") return [];
    return typeof block.content === "string" ? [block.content] : (block.content ?? []).map(({ text }) => text);
  });
  return texts.join("\n");
}
