/** Our sending of requests does what the global `fetch` does, as far as the SDKs use it. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type HttpAnswer, type HttpRequest, httpFetch } from "#adapters/model/http-fetch.ts";

type Send = (address: string, init: HttpRequest) => Promise<HttpAnswer>;

/** The global one, as far as the SDKs use its answers: each of these has a body. */
async function fetched(address: string, init: HttpRequest): Promise<HttpAnswer> {
  const answer = await fetch(address, init);
  if (answer.body === null) throw new Error("an answer without a body");
  const { ok, status, statusText, url, headers, body } = answer;
  return { ok, status, statusText, url, headers, body, text: () => answer.text(), json: () => answer.json() };
}

const BOTH: readonly { readonly name: string; readonly send: Send }[] = [
  { name: "httpFetch", send: httpFetch },
  { name: "fetch", send: fetched },
];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each(BOTH)("$name: sends method, headers and body, and gives status, headers and a text", async ({ send }) => {
  const url = await serve((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method, url: path, headers } = request;
      response.writeHead(201, { "request-id": "r1", "content-type": "application/json", "set-cookie": ["a=1", "b=2"] });
      const { "x-api-key": key, "content-type": type, "content-length": length, "transfer-encoding": coding } = headers;
      response.end(JSON.stringify({ method, path, key, type, length, coding, body: Buffer.concat(pieces).toString() }));
    });
  });
  const headers = { "x-api-key": "k", "Content-Type": "application/json" };
  const answer = await send(`${url}/v1/messages?beta=true`, { method: "POST", headers: new Headers(headers), body: '{"a":"ü"}' });
  expect([answer.ok, answer.status, answer.url]).toEqual([true, 201, `${url}/v1/messages?beta=true`]);
  expect([answer.headers.get("Request-Id"), answer.headers.getSetCookie()]).toEqual(["r1", ["a=1", "b=2"]]);
  const type = "application/json";
  expect(await answer.json()).toEqual({ method: "POST", path: "/v1/messages?beta=true", key: "k", type, length: "10", body: '{"a":"ü"}' });
});

it.each(BOTH)("$name: gives an answer that is no success, with its text", async ({ send }) => {
  const url = await serve((_, response) => void response.writeHead(529, "Overloaded", { "retry-after": "7" }).end("too much"));
  const answer = await send(url, {});
  expect([answer.ok, answer.status, answer.statusText, answer.headers.get("retry-after")]).toEqual([false, 529, "Overloaded", "7"]);
  expect(await answer.text()).toBe("too much");
});

it.each(BOTH)("$name: gives each piece of a body as it comes", async ({ send }) => {
  let next = (): void => undefined;
  const url = await serve((_, response) => {
    response.write("one");
    next = () => void response.end("two");
  });
  const seen: string[] = [];
  for await (const piece of (await send(url, {})).body) {
    seen.push(Buffer.from(piece).toString());
    next();
  }
  expect(seen).toEqual(["one", "two"]);
});

it.each(BOTH)("$name: ends with an AbortError before the answer, and in the middle of it", async ({ send }) => {
  const url = await serve((request, response) => void (request.url === "/begun" && response.write("begun")));
  const early = new AbortController();
  const asked = send(url, { signal: early.signal });
  early.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  const late = new AbortController();
  const { body } = await send(`${url}/begun`, { signal: late.signal });
  const read = async (): Promise<void> => {
    for await (const _ of body) late.abort();
  };
  await expect(read()).rejects.toMatchObject({ name: "AbortError" });
});

it.each(BOTH)("$name: throws where nobody listens, and where a body breaks off", async ({ send }) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("begun");
    setTimeout(() => response.destroy(), 20);
  });
  const { text } = await send(url, {}).then((answer) => ({ text: () => answer.text() }));
  await expect(text()).rejects.toThrow();
  await expect(send("http://127.0.0.1:1/", {})).rejects.toThrow();
});

it("uses a connection again", async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("x");
  });
  for (let count = 0; count < 3; count++) expect(await (await httpFetch(url, {})).text()).toBe("x");
  expect(ports.size).toBe(1);
});

it("goes to no other address with a key, and asks for nothing that is compressed", async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve((_, response) => void response.end("other"));
  const url = await serve((request, response) => {
    seen.push(request.headers["accept-encoding"]);
    response.writeHead(307, { location: other }).end("elsewhere");
  });
  const answer = await httpFetch(url, { method: "POST", body: "x", headers: { "x-api-key": "k" } });
  expect([answer.status, await answer.text(), seen]).toEqual([307, "elsewhere", [undefined]]);
});

it("takes a text as a body only", async () => {
  await expect(httpFetch("http://127.0.0.1:1/", { body: new Uint8Array(1) })).rejects.toThrow("the body must be a text");
});
