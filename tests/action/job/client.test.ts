/** The Action's client of GitHub: straight where it can, and through the runner's proxy where there is one. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { clientOf } from "../../../action/job/client.ts";
import { aGate } from "../../builders/ours.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server on loopback that writes down what it was asked. */
async function listening(asked: string[]): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader("content-type", "application/json");
    response.end('{"number":7}');
  });
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("asks GitHub itself, with the job's token", async () => {
  const asked: string[] = [];
  const api = await clientOf("t", { apiUrl: await listening(asked) }, aGate(), {});
  const { data } = await api.rest.issues.get({ owner: "o", repo: "r", issue_number: 7 });
  expect([data.number, asked]).toEqual([7, ["GET /repos/o/r/issues/7 token t"]]);
});

it("asks through the proxy that the runner names", async () => {
  const asked: string[] = [];
  const before = process.env["https_proxy"];
  process.env["https_proxy"] = await listening(asked);
  try {
    const api = await clientOf("t", { apiUrl: "https://api.example.invalid" }, aGate());
    await expect(api.rest.issues.get({ owner: "o", repo: "r", issue_number: 7, request: { retries: 0 } })).rejects.toThrow();
  } finally {
    if (before === undefined) delete process.env["https_proxy"];
    else process.env["https_proxy"] = before;
  }
  expect(asked).toEqual(["CONNECT api.example.invalid:443"]);
});
