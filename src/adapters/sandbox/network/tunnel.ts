/** Bytes through a tunnel: only TLS, only for the name that the tunnel was asked for (NET-11). */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientHelloOf } from "./client-hello.ts";

/** A tunnel that was granted. `open` connects to the host's address. */
interface Granted {
  readonly client: Duplex;
  /** What the client sent together with its request. */
  readonly head: Buffer;
  readonly host: string;
  readonly open: () => Socket;
  readonly onRefused: (host: string) => void;
}

/** How long a client may take for its first message, in milliseconds. */
const PATIENCE = 10_000;

/** Says that the tunnel stands, reads the first message, and lets bytes pass both ways if it is for the host. Else ends the connection. */
export function openTunnel({ client, head, host, open, onRefused }: Granted): void {
  let first = head;
  const late = setTimeout(() => client.destroy(), PATIENCE);
  client.on("close", () => clearTimeout(late));
  const hear = (chunk: Buffer): void => {
    first = Buffer.concat([first, chunk]);
    const hello = clientHelloOf(first);
    if (hello.kind === "more") return;
    client.off("data", hear).pause();
    clearTimeout(late);
    if (hello.kind === "name" && hello.name === host) {
      join(client, open(), first);
      return;
    }
    onRefused(hello.kind === "name" ? `${hello.name.replace(/[^\w.-]/g, "?")} in a tunnel to ${host}` : `no TLS in a tunnel to ${host}`);
    client.destroy();
  };
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  client.on("data", hear);
}

function join(client: Duplex, host: Socket, first: Buffer): void {
  const end = (): void => {
    client.destroy();
    host.destroy();
  };
  for (const one of [client, host]) one.on("error", end).on("close", end);
  host.write(first);
  client.pipe(host).pipe(client);
}
