/** Passes bytes through a tunnel: only TLS, and only for the host that the tunnel was asked for. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientHelloOf } from "./client-hello.ts";

/** A tunnel to an allowed host. `open` connects to its address. */
interface Granted {
  readonly client: Duplex;
  /** Bytes that the client sent together with its request. */
  readonly head: Buffer;
  readonly host: string;
  readonly open: () => Socket;
  readonly onRefused: (host: string) => void;
}

/** Milliseconds that a client may take for its first message. */
const PATIENCE = 10_000;

/**
 * Confirms the tunnel, reads the first message, and passes bytes both ways if it is for the host. Otherwise ends the
 * connection.
 */
export function openTunnel({ client, head, host, open, onRefused }: Granted): void {
  let first = head;
  const late = setTimeout(() => client.destroy(), PATIENCE);
  client.on("close", () => clearTimeout(late));
  const receive = (chunk: Buffer): void => {
    first = Buffer.concat([first, chunk]);
    const hello = clientHelloOf(first);
    if (hello.kind === "more") return;
    client.off("data", receive).pause();
    clearTimeout(late);
    if (hello.kind === "name" && hello.name === host) {
      join(client, open(), first);
      return;
    }
    onRefused(
      hello.kind === "name"
        ? `${hello.name.replace(/[^\w.-]/g, "?")} in a tunnel to ${host}`
        : `no TLS in a tunnel to ${host}`,
    );
    client.destroy();
  };
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  client.on("data", receive);
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
