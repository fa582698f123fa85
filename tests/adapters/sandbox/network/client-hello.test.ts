/** The name in the first message of TLS, as Node's own client writes it. */
import { once } from "node:events";
import { createServer, connect as open } from "node:net";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, it } from "vitest";
import { clientHelloOf } from "#adapters/sandbox/network/client-hello.ts";

/** What a client of TLS sends first; `name` undefined: without a name. */
async function firstBytes(name: string | undefined): Promise<Buffer> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const socket = open(address !== null && typeof address === "object" ? address.port : 0, "127.0.0.1");
  const [[accepted]] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
  const client = connect({ socket, ...(name === undefined ? {} : { servername: name }) });
  client.on("error", () => undefined);
  const [chunk] = await once(accepted, "data");
  client.destroy();
  server.close();
  return chunk;
}

it("reads the name, in one piece or byte by byte, and knows when there is more to come [NET-11]", async () => {
  const bytes = await firstBytes("Registry.Example");
  expect(clientHelloOf(bytes)).toEqual({ kind: "name", name: "registry.example" });
  for (let length = 0; length < bytes.length; length += 1) expect(clientHelloOf(bytes.subarray(0, length))).toEqual({ kind: "more" });
});

it("takes nothing else for one: no name, other bytes, another message, more than a message has [NET-11]", async () => {
  expect(clientHelloOf(await firstBytes(undefined))).toEqual({ kind: "other" });
  for (const text of ["GET / HTTP/1.1\r\n\r\n", "SSH-2.0-x\r\n", "\u0015\u0003\u0001"]) {
    expect(clientHelloOf(Buffer.from(text, "latin1"))).toEqual({ kind: "other" });
  }
  expect(clientHelloOf(Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0]))).toEqual({ kind: "other" });
  expect(clientHelloOf(Buffer.alloc(20_000, 22))).toEqual({ kind: "other" });
});

/** A message with this extension for names, as often as asked, and nothing else. */
function hello(extension: Buffer, times = 1): Buffer {
  const sized = (width: number, bytes: Buffer): Buffer => {
    const length = Buffer.alloc(width);
    length.writeUIntBE(bytes.length, 0, width);
    return Buffer.concat([length, bytes]);
  };
  const extensions = Buffer.concat(Array.from({ length: times }, () => Buffer.concat([Buffer.from([0, 0]), sized(2, extension)])));
  const body = Buffer.concat([
    Buffer.alloc(34),
    sized(1, Buffer.alloc(0)),
    sized(2, Buffer.alloc(2)),
    sized(1, Buffer.alloc(1)),
    sized(2, extensions),
  ]);
  return Buffer.concat([Buffer.from([22, 3, 1]), sized(2, Buffer.concat([Buffer.from([1]), sized(3, body)]))]);
}

/** One list of names. */
function names(...all: readonly string[]): Buffer {
  const entries = all.map((name) => Buffer.concat([Buffer.from([0, 0, name.length]), Buffer.from(name)]));
  const list = Buffer.concat(entries);
  return Buffer.concat([Buffer.from([0, list.length]), list]);
}

it("takes no name where there are two: the server may believe the other one [NET-11]", () => {
  expect(clientHelloOf(hello(names("a.example")))).toEqual({ kind: "name", name: "a.example" });
  const bad = [
    hello(names("a.example", "b.example")),
    hello(names("a.example"), 2),
    hello(names()),
    hello(Buffer.concat([names("a"), Buffer.from([0])])),
  ];
  expect(bad.map((bytes) => clientHelloOf(bytes).kind)).toEqual(["other", "other", "other", "other"]);
});

it("throws for no bytes whatever [NET-11]", async () => {
  const bytes = await firstBytes("registry.example");
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const broken = Buffer.from(bytes);
      for (const [at, value] of changes) broken[at] = value;
      expect(["name", "more", "other"]).toContain(clientHelloOf(broken).kind);
    }),
  );
});
