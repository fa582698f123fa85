/** A model's service on loopback plays a script at once, whoever the client is, and notes what it was asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { sendError, sendEvents, sendJson } from "../../lab/model/send.ts";
import type { InputUsage } from "../../lab/model/usage.ts";
import { eventsOf, messageOf } from "../../lab/model/wire.ts";
import { answerTo, type Script } from "./answer.ts";
import { type Heard, notesOfRun } from "./notes.ts";
import type { CountedPrompt } from "./prompt-cost.ts";
import { blocksOf, MessageRequest } from "./request.ts";

/** The service while it is up. */
export interface Service {
  readonly url: string;
  /** Requests for messages, in order of arrival. */
  readonly heard: readonly Heard[];
  /** What did not go as the script has it: tools that failed, work that no tool can do. */
  readonly faults: readonly string[];
  /** True when a client was told that the work is done. */
  readonly isOver: () => boolean;
  readonly close: () => void;
}

/** Starts it on a free port. The caller closes it. */
export async function startService(script: Script): Promise<Service> {
  const notes = notesOfRun();
  const faults: string[] = [];
  let last = -1;
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrived = performance.now();
    const body = await buffer(asked);
    const request = MessageRequest.parse(JSON.parse(body.toString()));
    const { note, counted } = notes.take(request, { arrived, bytes: body.length });
    response.once("finish", () => {
      note.answered = performance.now();
    });
    faults.push(...failuresIn(request));
    const { words, reached } = answerTo(request, script, last);
    last = reached;
    const { model, stream } = request;
    if (stream === true) sendEvents(response, eventsOf(words, model, usageOf(counted)), "end");
    else sendJson(response, messageOf(words, model, usageOf(counted)));
  };
  const server = createServer(async (asked, response) => {
    const isForMessage = asked.method === "POST" && asked.url?.split("?")[0] === "/v1/messages";
    if (!isForMessage) return sendError(response, { status: 404, message: "there are messages only" });
    return answer(asked, response).catch((error) => {
      faults.push(String(error));
      sendError(response, { status: 400, message: String(error) });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const isOver = (): boolean => last >= script.steps;
  return { url: `http://127.0.0.1:${port}`, heard: notes.heard, faults, isOver, close };
}

/** The results of the last message that tell of a failure. */
function failuresIn({ messages }: MessageRequest): readonly string[] {
  const failed = blocksOf(messages.at(-1)?.content).filter(({ is_error }) => is_error === true);
  return failed.map((result) => `a tool failed: ${JSON.stringify(result).slice(0, 300)}`);
}

/** The tokens as the service tells them: whole ones. */
function usageOf({ read, written, plain }: CountedPrompt): InputUsage {
  return {
    input_tokens: Math.round(plain),
    cache_read_input_tokens: Math.round(read),
    cache_creation_input_tokens: Math.round(written),
  };
}
