/**
 * A registry of npm's on loopback: takes packages from whoever has exchanged a token of a job for one of its own, as npm trusts a workflow
 * (https://docs.npmjs.com/trusted-publishers). What it keeps are the documents that npm sends.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import * as z from "zod";

const Document = z.looseObject({
  name: z.string(),
  "dist-tags": z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.looseObject({ dist: z.looseObject({ integrity: z.string() }) })),
  _attachments: z.record(z.string(), z.looseObject({ data: z.string() })),
});
type Document = Readonly<z.output<typeof Document>>;

export interface Registry {
  readonly url: string;
  /** What was published, in order. */
  readonly published: readonly Document[];
  /** Publishes nothing from now on, and says so; or publishes again. */
  refuse(isRefused: boolean): void;
  close(): Promise<void>;
}

interface State {
  readonly published: Document[];
  readonly tokens: Set<string>;
  isRefused: boolean;
  /** Whether a token of a job is one. */
  readonly known: (token: string) => boolean;
}

/** Starts it on 127.0.0.1. `known`: whether a token of a job is one that its issuer gave. */
export async function startRegistry(known: (token: string) => boolean): Promise<Registry> {
  const state: State = { published: [], tokens: new Set(), isRefused: false, known };
  const server = createServer((request, response) => {
    const failed = (error: unknown): Reply => ({ status: 500, body: { error: String(error) } });
    void answer(request, state)
      .catch(failed)
      .then(({ status, body }) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    published: state.published,
    refuse(isRefused) {
      state.isRefused = isRefused;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

async function answer(request: IncomingMessage, state: State): Promise<Reply> {
  const body = Buffer.concat(await request.toArray()).toString();
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const isExchange = /^\/-\/npm\/v1\/oidc\/token\/exchange\/package\/.+$/.test(request.url ?? "");
  if (request.method === "POST" && isExchange) return exchange(token, state);
  if (request.method === "PUT") return publish(body, token, state);
  const found = state.published.findLast(({ name }) => `/${name}` === request.url);
  return found === undefined ? { status: 404, body: { error: "Not found" } } : { status: 200, body: found };
}

function exchange(given: string, { known, tokens }: State): Reply {
  if (!known(given)) return { status: 401, body: { message: "no token of a job" } };
  const token = `npm_${randomBytes(16).toString("hex")}`;
  tokens.add(token);
  return { status: 201, body: { token } };
}

function publish(body: string, token: string, { tokens, published, isRefused }: State): Reply {
  if (isRefused) return { status: 403, body: { error: "nothing is published now" } };
  if (!tokens.has(token)) return { status: 401, body: { error: "You must be logged in to publish packages." } };
  const document = Document.parse(JSON.parse(body));
  const [version = ""] = Object.keys(document.versions);
  if (published.some(({ versions }) => version in versions))
    return { status: 403, body: { error: `You cannot publish over the previously published versions: ${version}.` } };
  published.push(document);
  return { status: 201, body: { success: true } };
}
