/** A real redis-server (Debian's) for tests: on a free loopback port, in a folder of its own, ended by its own id. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./at-end.ts";
import { freePort } from "./free-port.ts";

/** What stands behind the title of a test that needs one; nothing where there is one. */
export const NO_REDIS = spawnSync("redis-server", ["--version"]).status === 0 ? "" : " [skipped, no redis-server here: install Debian's]";

export interface RedisServer {
  readonly url: string;
  /** Ends it, or starts it again on the same port. What was in it is kept. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it and removes its folder. Idempotent. */
  readonly remove: () => Promise<void>;
}

/** Starts it, and resolves when it answers. Throws an `Error` when it ends before. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-redis-"));
  const port = await freePort();
  const isGone = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  let child = await run(port, folder);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "close");
  };
  return {
    url: `redis://127.0.0.1:${port}/0`,
    stop,
    start: async () => {
      child = await run(port, folder);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
      isGone();
    },
  };
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--maxmemory-policy", "noeviction"];
  const child = spawn("redis-server", options, { stdio: ["ignore", "ignore", "inherit"] });
  child.once(
    "close",
    atEnd(() => void child.kill("SIGKILL")),
  );
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode} before it listened on ${port}`);
    await sleep(20);
  }
  return child;
}

async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  const ok = await Promise.race([once(socket, "connect").then(() => true), once(socket, "error").then(() => false)]).catch(() => false);
  socket.destroy();
  return ok;
}
