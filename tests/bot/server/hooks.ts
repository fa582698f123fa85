/** The door for webhooks on a server of its own, with bounds that a test can reach, and senders that GitHub is not. */
import { createHmac } from "node:crypto";
import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { BodyBounds } from "../../../bot/server/body.ts";
import { byteFlowOf } from "../../../bot/server/byte-flow.ts";
import { byteBudgetOf } from "../../../bot/server/held-body.ts";
import { ingressOf, type Webhook } from "../../../bot/server/ingress.ts";

export const SECRET = "the secret of these tests, which is long";
export const OLD = "the secret of before, which is long too";

export interface Door {
  readonly port: number;
  readonly taken: Webhook[];
  readonly ignored: () => number;
  readonly warned: readonly string[];
}

/** `secrets`: the ones that count. `receive`: what is done with what was taken. */
export async function aDoor({
  secrets = [SECRET],
  bounds = { largest: 4_000, kept: 2_000, ms: 10_000, unverified: byteBudgetOf(2 ** 20), flow: byteFlowOf(2 ** 30) },
  receive = async () => undefined,
}: {
  readonly secrets?: readonly string[];
  readonly bounds?: BodyBounds;
  readonly receive?: (hook: Webhook) => Promise<void>;
} = {}): Promise<Door> {
  const [taken, warned]: [Webhook[], string[]] = [[], []];
  let ignored = 0;
  const answer = ingressOf(
    {
      secrets,
      events: ["issues.labeled", "issue_comment.created", "status"],
      receive: (hook) => {
        taken.push(hook);
        return receive(hook);
      },
      ignored: () => void ignored++,
      warn: (line) => void warned.push(line),
    },
    bounds,
  );
  const server = createServer(async (incoming, response) => {
    if (!(await answer(incoming, response))) response.writeHead(404).end("another page");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("bug: it listens on a port");
  return { port: address.port, taken, warned, ignored: () => ignored };
}

export const signatureOf = (body: string | Buffer, secret = SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What GitHub sends with a body; `more` says what is otherwise, undefined what is missing. */
export function headersFor(body: string | Buffer, more: Headers = {}): Record<string, string | string[]> {
  const headers: Headers = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": "11111111-2222-3333-4444-555555555555",
    "x-hub-signature-256": signatureOf(body),
    ...more,
  };
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value as string]])));
}

/** Status and words of the answer. */
export interface Answer {
  readonly status: number;
  readonly said: string;
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  let said = "";
  for await (const part of response) said += String(part);
  return { status: response.statusCode ?? 0, said: said.trim() };
}

/** Sends a body in parts, with pauses between them; null: it never ends. */
export function send(
  port: number,
  headers: ReturnType<typeof headersFor>,
  parts: readonly (string | Buffer | null)[],
  { path = "/api/github/webhooks", method = "POST", pause = 0 } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      answerOf(response).then((answer) => {
        sending.destroy();
        resolve(answer);
      }, reject);
    });
    sending.on("error", reject);
    void write(sending, parts, pause);
  });
}

async function write(sending: ClientRequest, parts: readonly (string | Buffer | null)[], pause: number): Promise<void> {
  for (const part of parts) {
    if (part === null) return;
    sending.write(part);
    await sleep(pause);
  }
  sending.end();
}

/** One whole body as GitHub sends it. */
export function hook(port: number, body: string | Buffer, more: Headers = {}): Promise<Answer> {
  return send(port, headersFor(body, more), [body]);
}
