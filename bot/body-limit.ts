/** No stranger fills the memory: whoever sends more than GitHub ever does is cut off, before the signature can be looked at (WH-20). */
import type { Server } from "node:http";

/** GitHub sends 25 MB at most (https://docs.github.com/webhooks, "Payload cap"). */
export const LARGEST_BODY = 26 * 1024 ** 2;

/** Milliseconds for one whole request; GitHub itself gives up after ten seconds. */
const PATIENCE = 15_000;

/** Closes the connection of a request whose body is larger or too slow. */
export function limitBodies(server: Server, bytes: number): void {
  server.requestTimeout = PATIENCE;
  server.prependListener("request", (request) => {
    let received = 0;
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytes) request.destroy();
    });
  });
}
