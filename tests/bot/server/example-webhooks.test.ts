/** GitHub's own example payloads, signed, through the built bot: whatever it makes of them, none is answered with an error of ours. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import type { Bot } from "../../../bot/serve.ts";
import { builtProgram } from "../../journeys/demo/root.ts";
import { aDesk, deliver } from "../stage.ts";

const Examples = z.array(z.object({ name: z.string(), examples: z.array(z.looseObject({ action: z.string().optional() })) }));
const FILE = new URL(import.meta.resolve("@octokit/webhooks-examples"));
const PAYLOADS = Examples.parse(JSON.parse(readFileSync(FILE, "utf8"))).flatMap(({ name, examples: payloads }) =>
  payloads.map((payload) => ({ event: name, payload })),
);

/** Starts the program as it lies in `dist`, and waits until it listens. `said`: its log. */
async function built(env: Readonly<Record<string, string>>, said: string[]): Promise<Bot> {
  const child = spawn(process.execPath, [builtProgram("bot.mjs")], {
    env: { PATH: process.env["PATH"], ...env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => void said.push(chunk.toString()));
  const ended = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  while (!said.join("").includes("Listening")) {
    expect(child.exitCode, said.join("")).toBeNull();
    await sleep(20);
  }
  return {
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode === 0;
    },
  };
}

it("answers 329 of 329 example payloads without a 500", async () => {
  const said: string[] = [];
  const { hookUrl, github } = await aDesk({ start: (env) => built(env, said) });
  const answers = new Map<number, string[]>();
  for (const { event, payload } of PAYLOADS) {
    const status = await deliver(hookUrl, { event, payload });
    answers.set(status, [...(answers.get(status) ?? []), `${event}.${payload.action}`]);
  }
  expect([PAYLOADS.length, [...answers].filter(([status]) => status !== 200)]).toEqual([329, []]);
  // The bot answers before it has written what it thinks of it.
  await expect.poll(() => said.join("").match(/names no installation of the App/g)?.length).toBe(24);
  expect(github.violations).toEqual([]);
});
