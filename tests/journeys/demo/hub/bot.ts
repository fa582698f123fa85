/** The built bot as a child process, as somebody would host it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "../../../lab/net/at-end.ts";
import { freePort } from "../../../lab/net/free-port.ts";
import { allowed } from "../command-line.ts";
import { builtProgram } from "../root.ts";

export interface Bot {
  /** Where webhooks go. */
  readonly hookUrl: string;
  /** Where its metrics are read. */
  readonly metricsUrl: string;
  /** How many jobs wait in its queue or are in hand, as its metrics say it. */
  readonly jobs: () => Promise<string | undefined>;
  /** Its process. Throws an `Error` where it was never started. */
  readonly pid: () => number;
  /** All that it has printed. */
  readonly said: () => string;
  /** Asks it to end, and waits for it. */
  close(): Promise<void>;
  /** Ends it at once, as a machine that fails does. */
  kill(): Promise<void>;
  /** Starts it anew on its port, after its end, and waits until it answers. */
  revive(): Promise<void>;
}

/** Milliseconds until a bot that does not answer is given up. */
const PATIENCE = 20_000;

/** Starts it, on a given port or on a free one, and waits until it answers. `program`: another one that reads the same settings. Throws an `Error` with what it printed when it ends before. */
export async function startBot(
  settings: Readonly<Record<string, string>>,
  outer: Readonly<Record<string, string | undefined>>,
  given: number | null = null,
  program = "bot.mjs",
): Promise<Bot> {
  const port = given ?? (await freePort());
  const metrics = await freePort();
  const env = { ...allowed(outer), ...settings, PORT: `${port}`, HOST: "127.0.0.1", METRICS_PORT: `${metrics}` };
  const address = `http://127.0.0.1:${port}`;
  let said = "";
  const hear = (chunk: string): void => {
    said += chunk;
  };
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [builtProgram(program)], { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
    child.once(
      "close",
      atEnd(() => void child.kill("SIGKILL")),
    );
    const latest = performance.now() + PATIENCE;
    while (!(await answers(`${address}/healthz`))) {
      if (hasEnded(child) || performance.now() > latest) throw new Error(`the bot does not answer: ${said}`);
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const metricsUrl = `http://127.0.0.1:${metrics}/metrics`;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded(child)) return;
    child.kill(signal);
    await once(child, "close");
  };
  return {
    hookUrl: `${address}/api/github/webhooks`,
    metricsUrl,
    jobs: async () => {
      const page = await fetch(metricsUrl);
      return /^loopwright_queue_length (\S+)$/m.exec(await page.text())?.[1];
    },
    pid: () => {
      if (child.pid === undefined) throw new Error("bug: the bot was never started");
      return child.pid;
    },
    said: () => said,
    close: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    revive: async () => {
      child = await start();
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false, // nobody listens yet
  );
}
