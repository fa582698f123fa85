/** Answers a request with its turn: the scripted reply, or the scripted fault. */
import type { ServerResponse } from "node:http";
import { heldBack } from "./held-back.ts";
import type { WireRequest } from "./request-schema.ts";
import type { Answer, Fault, Turn } from "./script.ts";
import { sendError, sendEvents, sendJson } from "./send.ts";
import { prefixOf, type Thought } from "./thoughts.ts";
import { countInput } from "./usage.ts";
import { answerOf, cutAt, eventsOf, messageOf, type StreamEvent } from "./wire.ts";

/** What the server remembers from answer to answer: cached prefixes, thinking by signature, how many there were; and when held replies may go. */
export interface Stage {
  readonly released: Promise<void>;
  readonly cache: Set<string>;
  readonly thoughts: Map<string, Thought>;
  answers: number;
}

/** A server that has answered nothing yet. */
export function newStage(released: Promise<void>): Stage {
  return { released, cache: new Set(), thoughts: new Map(), answers: 0 };
}

/** Sends the turn; a delay holds it back first. */
export async function answer({ reply, fault }: Turn, request: WireRequest, response: ServerResponse, stage: Stage): Promise<void> {
  if (fault !== undefined && "status" in fault) return sendError(response, fault);
  await heldBack(fault, response, stage.released, PING);
  stage.answers += 1;
  const content = cutAt(request.max_tokens, answerOf(reply ?? HALF, stage.answers));
  const before = prefixOf(request);
  for (const block of content.content)
    if (block.type === "thinking") stage.thoughts.set(block.signature, { thinking: block.thinking, before });
  const input = countInput(request, stage.cache);
  if (reply !== undefined && request.stream !== true) return sendJson(response, messageOf(content, request.model, input));
  const events = eventsOf(content, request.model, input);
  return reply === undefined ? sendEvents(response, faulty(fault, events), endOf(fault)) : sendEvents(response, events, "end");
}

const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

/** What a faulty stream begins to say. */
const HALF: Answer = {
  text: "I will read",
  calls: [{ tool: "read_file", input: { path: "a/file/with/a/long/name/that/takes/two/pieces.ts" } }],
};

/** How many events of a faulty stream arrive: they end inside the text's block. */
const BEFORE_THE_CUT = 4;

function endOf(fault: Fault | undefined): "end" | "cut" | "stall" {
  if (fault !== undefined && "stall" in fault) return "stall";
  return fault !== undefined && "cut" in fault ? "cut" : "end";
}

function faulty(fault: Fault | undefined, events: readonly StreamEvent[]): readonly StreamEvent[] {
  if (fault !== undefined && "garble" in fault) return garbled(events);
  const half = events.slice(0, BEFORE_THE_CUT);
  const event = fault !== undefined && "event" in fault ? [{ type: "error", error: { type: fault.event, message: "as scripted" } }] : [];
  return [...half, ...event];
}

/** The same events with the last piece of the tool's input lost. */
function garbled(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const last = events.findLastIndex(({ type }) => type === "content_block_delta");
  return events.filter((_, index) => index !== last);
}
