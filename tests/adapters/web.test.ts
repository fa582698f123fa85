/** A page of the web: from allowed hosts at public addresses, bounded, text. The server is on loopback, so the tests say what leads there. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isPublic } from "#adapters/public-address.ts";
import { type Outside, webOver } from "#adapters/web.ts";
import { Interrupted } from "#ports/failure.ts";
import { Refused } from "#ports/hands.ts";

const TEXT = { "content-type": "text/plain" };
const seen: IncomingMessage[] = [];

const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/page?x=1": (response) => response.writeHead(200, TEXT).end("Größe\n"),
  "/missing": (response) => response.writeHead(404, TEXT).end("not here"),
  "/moved": (response) => response.writeHead(302, { location: "/page?x=1" }).end(),
  "/away": (response) => response.writeHead(302, { location: "https://evil.example/" }).end(),
  "/down": (response) => response.writeHead(302, { location: "http://docs.example/page?x=1" }).end(),
  "/round": (response) => response.writeHead(302, { location: "/round" }).end(),
  "/nowhere": (response) => response.writeHead(302, TEXT).end("a word"),
  "/image": (response) => response.writeHead(200, { "content-type": "image/png" }).end("x"),
  "/zeros": (response) => response.writeHead(200, TEXT).end("a\0b"),
  "/packed": (response) => response.writeHead(200, { ...TEXT, "content-encoding": "gzip" }).end("x"),
  "/whole": (response) => response.writeHead(200, TEXT).end("x".repeat(1024 ** 2)),
  "/large": (response) => response.writeHead(200, TEXT).end("x".repeat(1024 ** 2 + 1)),
  "/broken": (response) => {
    response.writeHead(200, { ...TEXT, "content-length": 100 });
    response.write("half", () => response.destroy());
  },
  "/silent": () => undefined,
};

const server = createServer((asked, response) => {
  seen.push(asked);
  PAGES[asked.url ?? ""]?.(response);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Every name leads to the server, over plain HTTP, and that is allowed. */
function outside(change: Partial<Outside> = {}): Outside {
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { open: (options) => request({ ...options, port }), addressesOf: async () => ["127.0.0.1"], allows: () => true, ...change };
}

const visit = () => ({ hosts: ["docs.example"], signal: new AbortController().signal });

async function refusal(url: string, change: Partial<Outside> = {}): Promise<string> {
  const error: unknown = await webOver(outside(change))
    .get(url, visit())
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw new Error(`not refused but ${JSON.stringify(error)}`);
  return error.message;
}

it("reads a text by GET, without a cookie, a login or a word about us [S3.25]", async () => {
  expect(await webOver(outside()).get("https://docs.example/page?x=1#part", visit())).toEqual({ status: 200, text: "Größe\n" });
  const asked = seen.at(-1);
  expect([asked?.method, asked?.url, asked?.headers.host?.split(":")[0]]).toEqual(["GET", "/page?x=1", "docs.example"]);
  expect(new Set(Object.keys(asked?.headers ?? {}))).toEqual(new Set(["accept", "accept-encoding", "connection", "host", "user-agent"]));
});

it.each([
  { path: "/missing", page: { status: 404, text: "not here" } },
  { path: "/moved", page: { status: 200, text: "Größe\n" } },
  { path: "/nowhere", page: { status: 302, text: "a word" } },
])("gives what is said at $path [S3.25]", async ({ path, page }) => {
  expect(await webOver(outside()).get(`https://docs.example${path}`, visit())).toEqual(page);
});

it("takes 1 MB, and not a byte more [C3.09]", async () => {
  expect((await webOver(outside()).get("https://docs.example/whole", visit())).text).toHaveLength(1024 ** 2);
  expect(await refusal("https://docs.example/large")).toContain("more than 1048576 bytes");
});

it.each([
  { url: "no address", says: "no address" },
  { url: "http://docs.example/", says: "only https" },
  { url: "https://docs.example:8443/", says: "only https is read, at its usual port" },
  { url: "https://me:hush@docs.example/", says: "without a login" },
  { url: "file:///etc/passwd", says: "only https" },
  { url: "https://evil.example/", says: "evil.example is not allowed here; these hosts are: docs.example" },
  { url: "https://sub.docs.example/", says: "is not allowed" },
  { url: "https://docs.example.evil.example/", says: "is not allowed" },
  { url: "https://127.0.0.1/", says: "is not allowed" },
  { url: "https://docs.example/away", says: "another host, which is not followed: https://evil.example" },
  { url: "https://docs.example/down", says: "only https" },
  { url: "https://docs.example/round", says: "more than 3 times" },
  { url: "https://docs.example/image", says: "no text but image/png" },
  { url: "https://docs.example/zeros", says: "no text" },
  { url: "https://docs.example/packed", says: "packed (gzip)" },
  { url: "https://docs.example/broken", says: "broke off" },
])("refuses $url: $says [S3.25, C3.09]", async ({ url, says }) => {
  expect(await refusal(url)).toContain(says);
});

it.each([
  {
    when: "one of its addresses is private",
    change: { addressesOf: async () => ["93.184.216.34", "10.0.0.1"], allows: isPublic },
    says: "not public",
  },
  { when: "it leads to this machine", change: { allows: isPublic }, says: "not public" },
  { when: "its name is not known", change: { addressesOf: () => Promise.reject(new Error("ENOTFOUND")) }, says: "is not known" },
  { when: "it has no address", change: { addressesOf: async () => [] }, says: "has no address" },
  {
    when: "nobody answers",
    change: { open: (options: Parameters<Outside["open"]>[0]) => request({ ...options, port: 9 }) },
    says: "cannot be reached",
  },
])("asks nobody when $when [C3.09]", async ({ change, says }) => {
  const before = seen.length;
  expect(await refusal("https://docs.example/page?x=1", change)).toContain(says);
  expect(seen).toHaveLength(before);
});

it("asks the address that was looked at, whatever the name leads to afterwards [C3.09]", async () => {
  const looks = ["127.0.0.1", "10.0.0.1"];
  const change = { addressesOf: async () => [looks.shift() ?? ""], allows: (address: string) => address === "127.0.0.1" };
  expect((await webOver(outside(change)).get("https://docs.example/page?x=1", visit())).status).toBe(200);
  expect(await refusal("https://docs.example/page?x=1", change)).toContain("not public");
});

it("is Interrupted when the run is stopped, also while a name is looked up [S3.59]", async () => {
  for (const addressesOf of [async () => ["127.0.0.1"], () => new Promise<never>(() => undefined)]) {
    const stop = new AbortController();
    const reading = webOver(outside({ addressesOf })).get("https://docs.example/silent", { ...visit(), signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(reading).rejects.toBeInstanceOf(Interrupted);
  }
});

it.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:93.184.216.34",
  "64:ff9b::7f00:1",
  "fc00::1",
  "fe80::1",
  "ff02::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "not an address",
])("%s is not public [C3.09]", (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each(["93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1"])("%s is public [C3.09]", (address) => {
  expect(isPublic(address)).toBe(true);
});
