/** A model that plays a script, served on loopback in Anthropic's wire format and in OpenAI's. Real SDKs talk to it; nothing of ours is replaced. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod";
import { answer, newStage, type Stage } from "./answer.ts";
import { exchanged, type Trust } from "./exchange.ts";
import { answerChat, type ChatStage, sendChatError } from "./openai/answer.ts";
import * as chat from "./openai/request.ts";
import { type Play, playOf } from "./play.ts";
import { questionOf } from "./question.ts";
import { problemsOf } from "./request-rules.ts";
import { WireRequest } from "./request-schema.ts";
import { type Script, type ScriptSource, scriptOf, type Turn } from "./script.ts";
import { sendError } from "./send.ts";

/** One request as it came: the raw body is for tests on bytes. */
interface Received {
  readonly role: string;
  readonly raw: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ScriptedModel {
  readonly url: string;
  /** Every request for a message or a chat completion whose body had the right shape, in order of arrival. */
  readonly requests: readonly Received[];
  /** How many times a token was asked for. */
  readonly exchanges: () => number;
  /** Every request that was refused for the script's or the format's sake: a run with one of them did not go as written. */
  readonly problems: readonly string[];
  /** Turns that nobody asked for. */
  left(): readonly string[];
  /** Plays another script from now on, from its beginning. */
  change(script: Script): void;
  /** Lets every held reply go, now and from now on. */
  release(): void;
  /** Ends the server and its open connections. */
  close(): Promise<void>;
}

/** With `key` any other key or token is answered 401; `trust` gives that key to identities that it trusts; `port` 0 takes a free one; `onProblem` hears of each problem at once; `spoken` may say a turn in other words; `play` chooses the turns otherwise than in order. */
export interface ServerOptions {
  readonly key?: string;
  readonly trust?: Trust;
  readonly port?: number;
  readonly onProblem?: (problem: string) => void;
  readonly spoken?: (turn: Turn, role: string) => Turn;
  readonly play?: (script: Script) => Play;
}

/** What the server remembers from request to request. */
interface State extends Required<Pick<ServerOptions, "onProblem" | "spoken">> {
  readonly key: string | undefined;
  readonly trust: Trust | undefined;
  exchanges: number;
  play: Play;
  readonly requests: Received[];
  readonly problems: string[];
  readonly stage: Stage;
  readonly chat: ChatStage;
}

/** Starts the server on 127.0.0.1. Throws an `Error` that names what is wrong with the script. */
export async function startScriptedModel(source: ScriptSource, options: ServerOptions = {}): Promise<ScriptedModel> {
  const script: Script = scriptOf(source, "given");
  const { key, trust, port = 0, onProblem = () => undefined, spoken = (turn) => turn, play = playOf } = options;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state: State = {
    key,
    trust,
    exchanges: 0,
    play: play(script),
    requests: [],
    problems: [],
    stage: newStage(released),
    chat: { released, answers: 0, seen: new Map() },
    onProblem,
    spoken,
  };
  const server = createServer((request, response) => {
    serve(request, response, state).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: state.requests,
    exchanges: () => state.exchanges,
    problems: state.problems,
    left: () => state.play.left(),
    change(next) {
      state.play = play(next);
    },
    release: () => release(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const raw = Buffer.concat(await request.toArray()).toString("utf8");
  switch (`${request.method} ${request.url}`) {
    case "POST /v1/messages":
      return serveMessage(request, raw, response, state);
    case "POST /v1/chat/completions":
      return serveChat(request, raw, response, state);
    case "POST /v1/oauth/token":
      return serveToken(request, raw, response, state);
    default:
      return refuse(response, state, { status: 404, problem: `no such path: ${request.method} ${request.url}` });
  }
}

async function serveMessage(request: IncomingMessage, raw: string, response: ServerResponse, state: State): Promise<void> {
  if (!isKnown(request, state)) return sendError(response, { status: 401, message: "invalid x-api-key" });
  if (request.headers["anthropic-version"] === undefined)
    return refuse(response, state, { status: 400, problem: "anthropic-version: header is required" });
  const body = WireRequest.safeParse(json(raw));
  if (!body.success) return refuse(response, state, { status: 400, problem: z.prettifyError(body.error) });
  const question = questionOf(body.data);
  const { role } = question;
  state.requests.push({ role, raw, headers: z.record(z.string(), z.string()).parse(request.headers) });
  const broken = problemsOf(body.data, state.stage.thoughts);
  if (broken.length > 0) return refuse(response, state, { status: 400, problem: `${role}: ${broken.join("; ")}` });
  const cue = state.play.next(question);
  if (cue.kind === "problem") return refuse(response, state, { status: 400, problem: cue.problem });
  await answer(state.spoken(cue.turn, role), body.data, response, state.stage);
}

/** The same in OpenAI's format: one play, whichever way a role asks. */
async function serveChat(request: IncomingMessage, raw: string, response: ServerResponse, state: State): Promise<void> {
  const refused = (problem: string): void => {
    noted(state, problem);
    sendChatError(response, { status: 400, message: problem });
  };
  if (!isKnown(request, state)) return sendChatError(response, { status: 401, message: "Incorrect API key provided" });
  const body = chat.ChatRequest.safeParse(json(raw));
  if (!body.success) return refused(z.prettifyError(body.error));
  const question = chat.questionOf(body.data);
  state.requests.push({ role: question.role, raw, headers: z.record(z.string(), z.string()).parse(request.headers) });
  const broken = chat.problemsOf(body.data);
  if (broken.length > 0) return refused(`${question.role}: ${broken.join("; ")}`);
  const cue = state.play.next(question);
  if (cue.kind === "problem") return refused(cue.problem);
  await answerChat(state.spoken(cue.turn, question.role), body.data, response, state.chat);
}

function serveToken(request: IncomingMessage, raw: string, response: ServerResponse, state: State): void {
  state.exchanges++;
  const { trust, key } = state;
  if (trust === undefined || key === undefined) {
    refuse(response, state, { status: 404, problem: "no federation rule is set up" });
    return;
  }
  const { status, body } = exchanged(request, raw, trust, key);
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_lab" }).end(JSON.stringify(body));
}

function isKnown(request: IncomingMessage, { key }: State): boolean {
  const given = keyOf(request);
  return given !== null && (key === undefined || given === key);
}

function keyOf(request: IncomingMessage): string | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return bearer ?? z.string().safeParse(request.headers["x-api-key"]).data ?? null;
}

function json(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function refuse(response: ServerResponse, state: State, { status, problem }: { readonly status: number; readonly problem: string }): void {
  noted(state, problem);
  sendError(response, { status, message: problem });
}

function noted(state: State, problem: string): void {
  state.problems.push(problem);
  state.onProblem(problem);
}
