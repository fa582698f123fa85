/** Answers a request for a chat completion with its turn: the scripted reply, or the scripted fault. */
import type { ServerResponse } from "node:http";
import { heldBack } from "../held-back.ts";
import type { Answer, Fault, Turn } from "../script.ts";
import type { ChatRequest } from "./request.ts";
import { type Chunk, chunksOf, promptTokens } from "./wire.ts";

export interface ChatStage {
  readonly released: Promise<void>;
  answers: number;
  /** Tokens of the longest prompt of each conversation so far, by its first messages: what the service would have in its cache. */
  readonly seen: Map<string, number>;
}

/** The kinds and codes that the service names. https://platform.openai.com/docs/guides/error-codes */
const KINDS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ["invalid_request_error", null],
  401: ["invalid_request_error", "invalid_api_key"],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
};

/** What a faulty stream begins to say. */
const HALF: Answer = {
  text: "I will read",
  calls: [{ tool: "read_file", input: { path: "a/file/with/a/long/name/that/takes/two/pieces.ts" } }],
};

/** How many chunks of a faulty stream arrive. */
const BEFORE_THE_CUT = 2;

/** Sends the turn; a delay holds it back first. */
export async function answerChat({ reply, fault }: Turn, request: ChatRequest, response: ServerResponse, stage: ChatStage): Promise<void> {
  if (fault !== undefined && "status" in fault) return sendChatError(response, fault);
  await heldBack(fault, response, stage.released, ": processing\n\n");
  stage.answers += 1;
  const start = JSON.stringify(request.messages.slice(0, 2));
  const cached = stage.seen.get(start) ?? 0;
  stage.seen.set(start, promptTokens(request));
  const chunks = chunksOf(reply ?? HALF, request, stage.answers, cached);
  if (reply === undefined) return sendFaulty(response, chunks, fault);
  if (!response.headersSent) response.writeHead(200, HEADERS);
  response.end(`${chunks.map(lineOf).join("")}data: [DONE]\n\n`);
}

const HEADERS = { "content-type": "text/event-stream", "x-request-id": "req_lab" };

function lineOf(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function sendFaulty(response: ServerResponse, chunks: readonly Chunk[], fault: Fault | undefined): void {
  response.writeHead(200, HEADERS);
  if (fault !== undefined && "garble" in fault) {
    const last = chunks.findLastIndex(({ choices }) => choices[0]?.delta["tool_calls"] !== undefined);
    const lost = chunks.filter((_, index) => index !== last);
    response.end(`${lost.map(lineOf).join("")}data: [DONE]\n\n`);
    return;
  }
  const half = chunks.slice(0, BEFORE_THE_CUT).map(lineOf).join("");
  if (fault !== undefined && "event" in fault) {
    response.end(`${half}${lineOf({ error: { message: "as scripted", type: fault.event, code: null } })}`);
    return;
  }
  response.write(half);
  if (fault !== undefined && "stall" in fault) return;
  response.write("", () => setTimeout(() => response.destroy(), 20));
}

export interface ChatError {
  readonly status: number;
  readonly message: string;
  readonly retryAfter?: number | undefined;
  readonly code?: string | undefined;
}

/** An error as the service words it. */
export function sendChatError(response: ServerResponse, { status, message, retryAfter, code }: ChatError): void {
  const [type, usual] = KINDS[status] ?? ["server_error", null];
  const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const body = { error: { message, type, param: null, code: code ?? usual } };
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_lab", ...wait }).end(JSON.stringify(body));
}
