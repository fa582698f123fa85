/** The floor reads a message of the model off the wire: it folds the events of one stream into blocks. */
import type { IncomingMessage } from "node:http";

/** The input of a tool. Numbers come as what they are, and are read as such. */
export type Input = Readonly<Record<string, string>>;

/** A text, or a call of a tool. Nothing but what goes back to the model with the next request. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: Input };

/** What the model said, and why it stopped. */
export interface Message {
  readonly content: readonly Block[];
  readonly stop: string | null;
}

interface Draft {
  readonly type: "text" | "tool_use";
  readonly id?: string;
  readonly name?: string;
  text: string;
  json: string;
}

/** An event as Anthropic streams it; the fields that the floor needs. */
interface StreamEvent {
  readonly type: string;
  readonly index: number;
  readonly content_block: Pick<Draft, "type" | "id" | "name">;
  readonly delta: { readonly text?: string; readonly partial_json?: string; readonly stop_reason?: string };
  readonly error: { readonly message: string };
}

/** Reads a stream of events to its end. Throws an `Error` for an event that tells of one. */
export async function messageOf(answer: IncomingMessage): Promise<Message> {
  const drafts: Draft[] = [];
  let [rest, stop]: [string, string | null] = ["", null];
  for await (const chunk of answer.setEncoding("utf8")) {
    const events = `${rest}${chunk}`.split("\n\n");
    rest = events.pop() ?? "";
    for (const text of events) {
      const data = text.split("\n").find((line) => line.startsWith("data:"));
      if (data !== undefined) stop = take(JSON.parse(data.slice("data:".length)), drafts) ?? stop;
    }
  }
  return { content: drafts.map(blockOf), stop };
}

/** Takes an event into the drafts. Gives the reason to stop, where it tells one. */
function take(event: StreamEvent, drafts: Draft[]): string | undefined {
  if (event.type === "error") throw new Error(event.error.message);
  if (event.type === "message_delta") return event.delta.stop_reason;
  if (event.type === "content_block_start") drafts[event.index] = { ...event.content_block, text: "", json: "" };
  const draft = drafts[event.index];
  if (event.type !== "content_block_delta" || draft === undefined) return;
  draft.text += event.delta.text ?? "";
  draft.json += event.delta.partial_json ?? "";
  return;
}

function blockOf({ type, id = "", name = "", text, json }: Draft): Block {
  if (type === "text") return { type, text };
  return { type, id, name, input: json === "" ? {} : JSON.parse(json) };
}
