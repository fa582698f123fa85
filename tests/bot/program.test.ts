/** The bot as a program: it refuses to start half set up, it can be asked whether it lives, and it ends in good order. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { connectRedis } from "#adapters/queue/redis/connect.ts";
import type { Bot } from "../../bot/serve.ts";
import { type Bundle, bundle } from "../builders/bundle.ts";
import { processMemory } from "../builders/process-memory.ts";
import { builtProgram } from "../journeys/demo/root.ts";
import type { GitHub } from "../lab/github/github.ts";
import { AT, as, OPTIONS } from "../lab/github/stage.ts";
import { freePort } from "../lab/net/free-port.ts";
import { NO_REDIS, startRedis } from "../lab/net/redis.ts";
import { aDesk, deliver, script } from "./stage.ts";

let program: Bundle;

beforeAll(async () => {
  program = await bundle("bot/main.ts");
});

afterAll(() => program.remove());

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function start(env: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [program.file], { env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(() => child.exitCode);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said: () => said, ended };
}

/** Starts it and waits until it listens. Its end is SIGTERM. */
async function listening(env: Readonly<Record<string, string>>): Promise<Bot & Started & { readonly health: string }> {
  const started = start({ ...env, LOG_LEVEL: "info" });
  while (!started.said().includes("Listening")) {
    expect(started.child.exitCode, started.said()).toBeNull();
    await sleep(20);
  }
  const stop = async (): Promise<boolean> => {
    started.child.kill("SIGTERM");
    return (await started.ended) === 0;
  };
  return { ...started, stop, health: `http://127.0.0.1:${env["PORT"]}/healthz` };
}

it("does not start without its settings, and says which [WH-01]", async () => {
  const { ended, said } = start({ APP_ID: "42", WEBHOOK_SECRET: "development" });
  expect(await ended).toBe(1);
  expect(said()).toMatch(/WEBHOOK_SECRET/);
  expect(said()).toMatch(/openssl rand -hex 32/);
  expect(said()).not.toMatch(/Listening/);
});

it("says that it lives, does its work, and ends on SIGTERM when the work is done", async () => {
  let health = "";
  const { github, bot, newIssue, label, heard, commentsOf } = await aDesk({
    script: script(500),
    start: async (env) => {
      const started = await listening(env);
      health = started.health;
      return started;
    },
  });
  expect((await fetch(health)).status).toBe(200);
  const issue = await newIssue();
  await label(issue);
  await heard();
  expect(await bot.stop({ finish: 0, stop: 0 })).toBe(true);
  expect(await commentsOf(issue)).toHaveLength(1);
  expect(github.violations).toEqual([]);
});

/** The run of the issue as its state on GitHub tells it: `run.json`, and the names of its events. */
async function stateOf(github: GitHub): Promise<{ readonly usage: { readonly calls: number }; readonly kinds: readonly string[] }> {
  const ada = as(github, "ada").rest.git;
  const refs = (await ada.listMatchingRefs({ ...AT, ref: "loopwright/issue-1/" })).data;
  const { sha } = refs.find(({ ref }) => ref.endsWith("/current"))?.object ?? expect.fail("there is no active run");
  const { tree } = (await ada.getTree({ ...AT, tree_sha: sha })).data;
  const read = async (name: string): Promise<string> => {
    const file_sha = tree.find(({ path }) => path === name)?.sha ?? "";
    return Buffer.from((await ada.getBlob({ ...AT, file_sha })).data.content, "base64").toString();
  };
  const [run, history] = [JSON.parse(await read("run.json")), await read("history.jsonl")];
  return { usage: run.usage, kinds: history.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).event])) };
}

it.for([
  { where: "in the process", redis: false },
  { where: `over Redis, where another bot makes it at once${NO_REDIS}`, redis: true },
])("puts a plan down that takes too long for its end, and the next bot makes it: $where", async ({ redis }, { skip }) => {
  skip(redis && NO_REDIS !== "");
  const server = redis ? await startRedis() : null;
  onTestFinished(() => server?.remove());
  const bots: (Started & { readonly env: Readonly<Record<string, string>> })[] = [];
  const started = async (given: Readonly<Record<string, string>>): Promise<Bot> => {
    const env = { ...given, ...(server !== null && { REDIS_URL: server.url }) };
    const one = await listening(env);
    bots.push({ ...one, env });
    return one;
  };
  const { github, model, bot, restarted, newIssue, label, labelled, commentsOf } = await aDesk({
    script: script(60_000, true),
    start: started,
  });
  const issue = await newIssue();
  await label(issue);
  while (model.requests.length === 0) await sleep(10);
  if (redis) {
    const other = await started({ ...bots[0]?.env, PORT: `${await freePort()}` });
    onTestFinished(async () => void (await other.stop({ finish: 0, stop: 0 })));
  }
  const asked = Date.now();
  expect(await bot.stop({ finish: 0, stop: 0 })).toBe(false);
  expect(Date.now() - asked).toBeLessThan(9_500);
  const lines = (bots[0]?.said() ?? "").split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.filter(({ msg }) => msg.includes("put down, for whoever takes it up"))).toMatchObject([
    { level: 40, issue: "acme/widget#1", run: expect.stringMatching(/^sum-is-wrong-/) },
  ]);
  if (!redis) await restarted();
  await labelled(issue, "loop:awaiting-approval");
  while ((await commentsOf(issue)).length === 0) await sleep(20);
  const { usage, kinds } = await stateOf(github);
  expect([usage.calls, kinds.filter((kind) => kind === "step_interrupted" || kind === "stop_requested")]).toEqual([
    3,
    ["step_interrupted"],
  ]);
  expect(await commentsOf(issue)).toEqual([expect.stringContaining("Make sum add")]);
  expect([github.violations, model.problems]).toEqual([[], []]);
});

it("writes down what it could not do, with the number of the delivery, and lives on", async () => {
  let said = (): string => "";
  const [app] = OPTIONS.apps;
  const { github, bot, newIssue, label } = await aDesk({
    github: { apps: [{ id: 1, slug: "weak", clientId: "Iv1.weak", installation: 5, ...app, permissions: { contents: "read" } }] },
    start: async (env) => {
      const started = await listening(env);
      said = started.said;
      return started;
    },
  });
  await label(await newIssue());
  while (!said().includes(": failed")) await sleep(20);
  const labelled = github.deliveries.find(({ action }) => action === "labeled");
  expect(said()).toContain(`webhook ${labelled?.guid} for acme/widget#1: failed`);
  expect(said()).toContain("give it the permissions that .github/docs/installing.md of Loopwright names");
  expect(said()).not.toContain("sk-ant-test");
  expect(await bot.stop({ finish: 0, stop: 0 })).toBe(true);
});

it("says with a job that failed which run it was about", async () => {
  let bot: Started | undefined;
  const { github, model, newIssue, label } = await aDesk({
    script: script(3_000),
    start: async (env) => {
      const started = await listening(env);
      bot = started;
      return started;
    },
  });
  await label(await newIssue());
  while (model.requests.length === 0) await sleep(10);
  // Somebody has the state of the run point at something else, while the model thinks.
  const ada = as(github, "ada").rest.git;
  const refs = (await ada.listMatchingRefs({ ...AT, ref: "loopwright/issue-1/" })).data.map(({ ref }) => ref);
  const state = refs.find((ref) => !ref.endsWith("/current")) ?? "";
  const { sha } = (await ada.getRef({ ...AT, ref: "heads/main" })).data.object;
  await ada.updateRef({ ...AT, ref: state.replace("refs/", ""), sha, force: true });
  if (bot === undefined) throw new Error("bug: it was started");
  while (!bot.said().includes(": failed")) await sleep(20);
  const line = bot
    .said()
    .split("\n")
    .filter((text) => text.includes(": failed"))
    .map((text) => JSON.parse(text))[0];
  const delivery = github.deliveries.find(({ action }) => action === "labeled")?.guid;
  expect(line).toMatchObject({ delivery, issue: "acme/widget#1", run: state.split("/").at(-1) });
  expect(line.run).toMatch(/^sum-is-wrong-/);
  // It would try again.
  bot.child.kill("SIGKILL");
});

it.skipIf(NO_REDIS !== "")(`gives up what in Redis is no job, and writes no secret of its own down for it${NO_REDIS}`, async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const { quick, close } = await connectRedis(redis.url, { info: () => undefined, warn: () => undefined });
  await quick.rpush("loopwright:line:acme/widget#9", "t7");
  await quick.hset("loopwright:jobs", "7", "sk-ant-test");
  await quick.sadd("loopwright:lines", "acme/widget#9");
  let said = (): string => "";
  const { bot } = await aDesk({
    start: async (env) => {
      const started = await listening({ ...env, REDIS_URL: redis.url });
      said = started.said;
      return started;
    },
  });
  while (!said().includes("given up")) await sleep(20);
  const why = JSON.parse((await quick.hget("loopwright:dead", "7")) ?? "").why;
  expect(why).toMatch(/^what waits in the queue as 7 is no job: .*\[hidden\]/);
  expect(said()).toContain(why.slice(0, 40));
  expect(said()).not.toContain("sk-ant-test");
  await bot.stop({ finish: 0, stop: 0 });
  await close();
});

it("says that its port is taken", async () => {
  const { bot: _, ...stage } = await aDesk({ start: listening });
  const port = new URL(stage.hookUrl).port;
  const [app] = stage.github.apps;
  const again = start({
    APP_ID: "1",
    PRIVATE_KEY: app?.privateKey ?? "",
    WEBHOOK_SECRET: "a".repeat(32),
    ANTHROPIC_API_KEY: "k",
    PORT: port,
  });
  expect(await again.ended).toBe(1);
  expect(again.said()).toContain(`Port ${port} is already in use`);
});

/** The files of a built program that it reads at its start, by what each imports at its top. */
function readAtStart(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(builtProgram(file), "utf8");
  for (const [, name = ""] of text.matchAll(/^import [^;]*?"\.\/([\w-]+\.mjs)";$/gm)) readAtStart(name, found);
  return found;
}

it("does not read the queue over Redis at its start, and holds no way to load a binary with it", () => {
  const parts = [...readAtStart("bot-redis-queue.mjs")];
  const queue = parts.map((file) => readFileSync(builtProgram(file), "utf8")).join("\n");
  expect([queue.includes("keepLastIfActive"), queue.includes("msgpackr-extract")]).toEqual([true, false]);
  const start = readAtStart("bot.mjs");
  expect([...start].length).toBeGreaterThan(1);
  expect([...start].filter((file) => readFileSync(builtProgram(file), "utf8").includes("keepLastIfActive"))).toEqual([]);
});

it("reads eight bodies of 25 MB at once in bounded memory, and takes no stranger's word for their end [WH-20]", async () => {
  let pid: number | undefined;
  const { hookUrl, bot } = await aDesk({
    start: async (env) => {
      const started = await listening(env);
      pid = started.child.pid;
      return started;
    },
  });
  if (pid === undefined) throw new Error("bug: it was started");
  const body = JSON.stringify({ action: "labeled", filler: "x".repeat(25_000_000) });
  const send = (secret?: string) =>
    deliver(hookUrl, { event: "issues", payload: JSON.parse(body), ...(secret !== undefined && { secret }) });
  await send("another secret of more than thirty-two");
  const before = processMemory(pid, "VmHWM");
  expect(await Promise.all(Array.from({ length: 8 }, () => send()))).toEqual(Array(8).fill(413));
  expect(processMemory(pid, "VmHWM") - before).toBeLessThan(150);
  expect(await bot.stop({ finish: 0, stop: 0 })).toBe(true);
});
