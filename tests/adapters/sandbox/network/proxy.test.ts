/** The proxy of setup commands survives what the other side answers (W4). */
import { once } from "node:events";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { egressProxy } from "#adapters/sandbox/network/proxy.ts";
import { freshFolder } from "../sandboxes.ts";

/** Asks through a proxy whose other side sends these bytes to everybody; gives the status that comes back. */
async function statusFor(bytes: string): Promise<number | string> {
  const upstream = createServer((socket) => void socket.on("error", () => undefined).end(bytes)).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const address = upstream.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const socketPath = join(await freshFolder(), "proxy");
  const egress = { hosts: ["registry.example"], onRefused: () => undefined };
  const outward = { addressesOf: async () => ["93.184.216.34"], allows: () => true, connect: () => connect(port, "127.0.0.1") };
  const proxy = await egressProxy(socketPath, egress, outward);
  onTestFinished(() => {
    proxy.close();
    upstream.close();
  });
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: "http://registry.example/package", agent: false });
    asked.on("response", (answer) => resolve(answer.resume().statusCode ?? 0));
    asked.on("error", ({ message }) => resolve(message));
    asked.end();
  });
}

it.each(["000", "001", "099", "600", "999"])("answers 502 where the other side answers %s, and lives on [NET-17]", async (status) => {
  expect(await statusFor(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`)).toBe(502);
});

it.each([
  ["100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200],
  ["404", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404],
])("passes on what follows %s", async (_, bytes, status) => {
  expect(await statusFor(bytes)).toBe(status);
});

it.each(["101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade", "199 Odd", "2 Odd"])("ends a connection for %s", async (line) => {
  expect(await statusFor(`HTTP/1.1 ${line}\r\n\r\n`)).toBe("socket hang up");
});
