/** A page of the web: from allowed hosts at public addresses, bounded, text. The server is on loopback, so the tests say what leads there. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isPublic } from "#adapters/public-address.ts";
import { webOver } from "#adapters/web.ts";
import type { WebTransport } from "#adapters/web-request.ts";
import { Interrupted } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";

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
  "/pdf": (response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7"),
  "/lie": (response) => response.writeHead(200, { "content-type": "text/html" }).end("%PDF-1.7\0\u0001"),
  "/file": (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/gopher": (response) => response.writeHead(302, { location: "gopher://docs.example/" }).end(),
  "/data": (response) => response.writeHead(302, { location: "data:text/plain,x" }).end(),
  "/blob": (response) => response.writeHead(302, { location: "blob:https://docs.example/x" }).end(),
  "/loopback": (response) => response.writeHead(302, { location: "https://127.0.0.1/" }).end(),
  "/brotli": (response) => response.writeHead(200, { ...TEXT, "content-encoding": "br" }).end("x"),
  "/endless": (response) => {
    response.writeHead(200, TEXT);
    const more = setInterval(() => response.write("x".repeat(100_000)), 1);
    response.on("close", () => clearInterval(more));
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
function outside(change: Partial<WebTransport> = {}): WebTransport {
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { open: (options) => request({ ...options, port }), addressesOf: async () => ["127.0.0.1"], allows: () => true, ...change };
}

const keep = (text: string): string => text;
const visit = () => ({ hosts: ["docs.example"], signal: new AbortController().signal });

async function refusal(url: string, change: Partial<WebTransport> = {}): Promise<string> {
  const error: unknown = await webOver(outside(change), keep)
    .get(url, visit())
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw new Error(`not refused but ${JSON.stringify(error)}`);
  return error.message;
}

it("reads a text by GET, without a cookie, a login or a word about us [S3.25, NET-08]", async () => {
  expect(await webOver(outside(), keep).get("https://docs.example/page?x=1#part", visit())).toEqual({ status: 200, text: "Größe\n" });
  const asked = seen.at(-1);
  expect([asked?.method, asked?.url, asked?.headers.host?.split(":")[0]]).toEqual(["GET", "/page?x=1", "docs.example"]);
  expect(new Set(Object.keys(asked?.headers ?? {}))).toEqual(new Set(["accept", "accept-encoding", "connection", "host", "user-agent"]));
});

it.each([
  { path: "/missing", page: { status: 404, text: "not here" } },
  { path: "/moved", page: { status: 200, text: "Größe\n" } },
  { path: "/nowhere", page: { status: 302, text: "a word" } },
])("gives what is said at $path [S3.25]", async ({ path, page }) => {
  expect(await webOver(outside(), keep).get(`https://docs.example${path}`, visit())).toEqual(page);
});

it("takes 1 MB, and not a byte more [C3.09]", async () => {
  expect((await webOver(outside(), keep).get("https://docs.example/whole", visit())).text).toHaveLength(1024 ** 2);
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
  { url: "https://docs.example/pdf", says: "no text but application/pdf" },
  { url: "https://docs.example/lie", says: "no text" },
])("refuses $url: $says [S3.25, C3.09, NET-16]", async ({ url, says }) => {
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
    change: { open: (options: Parameters<WebTransport["open"]>[0]) => request({ ...options, port: 9 }) },
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
  expect((await webOver(outside(change), keep).get("https://docs.example/page?x=1", visit())).status).toBe(200);
  expect(await refusal("https://docs.example/page?x=1", change)).toContain("not public");
});

it("is Interrupted when the run is stopped, also while a name is looked up [S3.59]", async () => {
  for (const addressesOf of [async () => ["127.0.0.1"], () => new Promise<never>(() => undefined)]) {
    const stop = new AbortController();
    const reading = webOver(outside({ addressesOf }), keep).get("https://docs.example/silent", { ...visit(), signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(reading).rejects.toBeInstanceOf(Interrupted);
  }
});

it.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "168.63.129.16",
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

it.each([
  "http://169.254.169.254/",
  "https://169.254.169.254/",
  "https://[::ffff:169.254.169.254]/",
  "https://2852039166/",
  "https://0251.0376.0251.0376/",
  "https://0xA9FEA9FE/",
  "https://127.1/",
  "https://[::1]/",
  "https://0/",
  "https://localhost./",
  "https://168.63.129.16/",
])("%s is refused, and would be if the list named it [NET-01]", async (url) => {
  const before = seen.length;
  expect(await refusal(url)).toMatch(/not allowed|only https/);
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, "");
  const change = { addressesOf: async () => [bare === "localhost." ? "127.0.0.1" : bare], allows: isPublic };
  const listed = webOver(outside(change), keep).get(url.replace("http:", "https:"), { ...visit(), hosts: [hostname] });
  await expect(listed).rejects.toThrow("not public");
  expect(seen).toHaveLength(before);
});

it.each([
  { url: "https://docs.example.evil.example/page?x=1", host: null },
  { url: "https://docs.example@evil.example/page?x=1", host: null },
  { url: "https://evil.example#docs.example", host: null },
  { url: "https://evil.example\\@docs.example/page?x=1", host: null },
  { url: "https://docs.example%00.evil.example/", host: null },
  { url: "https://docs.example\u0000.evil.example/", host: null },
  { url: "https://docs.example./page?x=1", host: null },
  { url: "https://DOCS.example/page?x=1", host: "docs.example" },
  { url: "https://d\u043ecs.example/page?x=1", host: null },
  { url: "https://xn--dcs-9cd.example/page?x=1", host: null },
  { url: "https://docs\u3002example/page?x=1", host: "docs.example" },
])("$url is read only if its host is the one that is allowed, as an A-label [NET-02, NET-03]", async ({ url, host }) => {
  const before = seen.length;
  if (host === null) await refusal(url);
  else expect((await webOver(outside(), keep).get(url, visit())).status).toBe(200);
  expect(seen).toHaveLength(before + (host === null ? 0 : 1));
  if (host !== null) expect(seen.at(-1)?.headers.host).toMatch(/^docs\.example(:|$)/);
});

it.each(["away", "down", "round", "file", "gopher", "data", "blob", "loopback"])(
  "goes no further than /%s leads [NET-05]",
  async (path) => {
    const before = seen.length;
    await refusal(`https://docs.example/${path}`);
    expect(seen.slice(before).every(({ url }) => url === `/${path}`)).toBe(true);
    expect(seen.length - before).toBeLessThanOrEqual(4);
  },
);

it("takes all of a name's addresses or none, and one of IPv6 as well [NET-04]", async () => {
  const six = { addressesOf: async () => ["2606:2800:220:1::1"], allows: isPublic };
  const pinned: unknown[] = [];
  const open = (options: Parameters<WebTransport["open"]>[0]) => {
    const pin: LookupFunction | undefined = options.lookup;
    pin?.("docs.example", { all: false }, (_, address) => pinned.push(address));
    return request({ ...options, lookup: undefined, hostname: "127.0.0.1", port: 9 });
  };
  expect(await refusal("https://docs.example/", { ...six, open })).toContain("cannot be reached");
  expect(pinned).toEqual(["2606:2800:220:1::1"]);
  expect(await refusal("https://docs.example/", { addressesOf: async () => ["93.184.216.34", "fe80::1"], allows: isPublic })).toContain(
    "not public",
  );
});

it("stops reading what is packed, too long or without an end [NET-06]", async () => {
  expect(await refusal("https://docs.example/packed")).toContain("packed (gzip)");
  expect(await refusal("https://docs.example/brotli")).toContain("packed (br)");
  expect(await refusal("https://docs.example/large")).toContain("more than 1048576 bytes");
  expect(await refusal("https://docs.example/endless")).toContain("more than 1048576 bytes");
});

it("carries nothing out: no long address, no secret in one, 200 pages a run [NET-07]", async () => {
  const web = webOver(outside(), (text) => text.replaceAll("hush-hush", "[hidden]"));
  const before = seen.length;
  for (const [url, says] of [
    [`https://docs.example/?d=${"x".repeat(32_000)}`, "longer than 512"],
    ["https://docs.example/page?x=hush-hush", "looks like a secret"],
    ["https://docs.example/page?x=hush%2Dhush", "looks like a secret"],
  ] as const) {
    await expect(web.get(url, visit())).rejects.toThrow(says);
  }
  expect(seen).toHaveLength(before);
  for (let count = 3; count < 200; count += 1) await web.get("https://docs.example/page?x=1", visit());
  await expect(web.get("https://docs.example/page?x=1", visit())).rejects.toThrow("read 200 pages");
});
