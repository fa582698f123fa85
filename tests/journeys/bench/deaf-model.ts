/** A server that only tells when somebody asked it. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import * as z from "zod";

/** A model that notes when it is asked for the first time, and never answers. */
export interface DeafModel {
  readonly url: string;
  readonly server: Server;
  /** Resolves with the moment of the next request. */
  readonly asked: () => Promise<number>;
}

/** On a free port of loopback. The caller closes its server. */
export async function deafModel(): Promise<DeafModel> {
  const server = createServer(() => void server.emit("asked", performance.now()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}`, server, asked: async () => z.number().parse((await once(server, "asked"))[0]) };
}
