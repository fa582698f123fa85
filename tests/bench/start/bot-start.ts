/** The start of the built bot as somebody would host it, up to the first answer of its page of health. */
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { builtProgram } from "../../journeys/demo/root.ts";
import { startWire } from "../../journeys/load/wire.ts";
import { atEnd } from "../../lab/net/at-end.ts";
import { freePort } from "../../lab/net/free-port.ts";

/** Milliseconds between two looks, and until the bot is given up. */
const [LOOK, PATIENCE] = [2, 20_000];

/** Starts it, and ends it when it has answered. Milliseconds. Throws an `Error` where it does not answer. */
export async function botStart(): Promise<number> {
  const github = await startWire(() => false);
  const [port, metrics] = [await freePort(), await freePort()];
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const env: Readonly<Record<string, string>> = {
    PATH: process.env["PATH"] ?? "",
    APP_ID: "4242",
    PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    WEBHOOK_SECRET: "the bench's own secret of some length",
    ANTHROPIC_API_KEY: "sk-ant-bench",
    GITHUB_API_URL: github.url,
    LOG_LEVEL: "fatal",
    HOST: "127.0.0.1",
    PORT: `${port}`,
    METRICS_PORT: `${metrics}`,
  };
  const before = performance.now();
  const child = spawn(process.execPath, [builtProgram("bot.mjs")], { env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  const isOver = atEnd(() => void child.kill("SIGKILL"));
  try {
    while (!(await answers(`http://127.0.0.1:${port}/healthz`))) {
      if (child.exitCode !== null || performance.now() - before > PATIENCE) throw new Error("the bot does not answer");
      await sleep(LOOK);
    }
    return performance.now() - before;
  } finally {
    child.kill("SIGKILL");
    await ended;
    isOver();
    github.close();
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false, // nobody listens yet
  );
}
