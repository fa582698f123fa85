/** The gateway's HTTP side: reads a request, hands it on, writes the answer. Listens on loopback only. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod";
import type { Gateway } from "./gateway.ts";
import type { GitServer } from "./git-http.ts";
import { type Answer, refusal } from "./rules/answer.ts";

export interface Listening {
  readonly url: string;
  /** From now on requests are answered; until then they are 503. */
  open(gateway: Gateway, git: GitServer): void;
  close(): Promise<void>;
}

/** Takes a free port. The address is needed before the state behind the gateway can be made. */
export async function listen(): Promise<Listening> {
  let parts: Parts | null = null;
  const server = createServer((request, response) => {
    serve(request, response, parts).catch((error: unknown) => send(response, refusal(500, `lab: ${String(error)}`)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    open(gateway, git) {
      parts = { gateway, git };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Parts {
  readonly gateway: Gateway;
  readonly git: GitServer;
}

async function serve(request: IncomingMessage, response: ServerResponse, parts: Parts | null): Promise<void> {
  if (parts === null) return send(response, refusal(503, "lab: not open yet"));
  if (await parts.git(request, response)) return;
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = bodyOf(Buffer.concat(await request.toArray()), request.headers["content-type"]);
  if (body === null) return send(response, refusal(400, "Problems parsing JSON"));
  const path = pathname.replace(/^\/api(\/v3)?(?=\/graphql$)|^\/api\/v3(?=\/|$)/, "") || "/";
  send(response, await parts.gateway.answer({ method: request.method ?? "GET", path, query, body: body.value, headers: request.headers }));
}

/** Files come as they are; everything else is JSON, and is not always said to be. */
function bodyOf(bytes: Buffer, type = ""): { readonly value: unknown } | null {
  if (bytes.length === 0) return { value: undefined };
  return /^application\/(octet-stream|gzip)/.test(type) ? { value: bytes } : json(bytes.toString("utf8"));
}

function json(raw: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(raw) };
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...(text !== "" && { "content-type": "application/json; charset=utf-8" }),
    ...headers,
    "x-github-request-id": randomUUID(),
    "x-github-media-type": "github.v3; format=json",
  });
  response.end(text);
}
