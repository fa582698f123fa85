/** A port for a server that must be told its port before it starts. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below those that Linux gives out by itself, to whoever connects or names none (`ip_local_port_range`, from 32768 on): such a port could be
 * taken between the look and the start of the server.
 */
const [FIRST, COUNT] = [20_000, 12_000];

/** A port of this machine that is free now, and that nobody gets who does not ask for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (Object(error).code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
