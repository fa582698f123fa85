/** A line to GitHub that goes wrong where a test says so: real HTTP on loopback, in front of the loopback GitHub. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import * as z from "zod";

/** `lost`: never arrives. `unheard`: arrives, but its answer is lost. `cut`: its answer breaks off. Else: answered by the line itself. */
export type Fault =
  | "lost"
  | "unheard"
  | "cut"
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface BadLine {
  readonly url: string;
  /** `METHOD path`, with the query, of every request that came to the line. */
  readonly asked: readonly string[];
}

const KEPT = ["authorization", "content-type", "accept", "x-github-api-version"];

/** Asked for every request; null lets it pass. */
export async function badLine(url: string, faultOf: (method: string, path: string) => Fault | null): Promise<BadLine> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const [method, path] = [request.method ?? "", request.url ?? ""];
    asked.push(`${method} ${path}`);
    serve(url, faultOf(method, path), request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`, asked };
}

async function serve(url: string, fault: Fault | null, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  if (fault === "lost") return void response.destroy();
  if (fault !== null && typeof fault === "object") {
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
    return void response.end(JSON.stringify(fault.body));
  }
  const headers = Object.fromEntries(KEPT.map((name) => [name, String(request.headers[name] ?? "")]).filter(([, value]) => value !== ""));
  const method = request.method ?? "GET";
  const answer = await fetch(`${url}${request.url}`, { method, headers, ...(body !== "" && { body }) });
  const text = await answer.text();
  if (fault === "unheard") return void response.destroy();
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  if (fault !== "cut") return void response.end(text);
  response.write(text.slice(0, 20));
  setTimeout(() => response.destroy(), 20);
}

/** The first fault for the first request that fits, the second for the second; then none. */
export function faults(fits: string, ...list: readonly (Fault | null)[]): (method: string, path: string) => Fault | null {
  const left = [...list];
  return (method, path) => (`${method} ${path}`.includes(fits) ? (left.shift() ?? null) : null);
}
