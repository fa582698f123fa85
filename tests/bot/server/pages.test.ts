/** What the bot tells whoever looks after it, and what a person does about what failed for good. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { connectRedis } from "#adapters/queue/redis/connect.ts";
import { countRefusals } from "../../../bot/server/bounds.ts";
import { metricsOf } from "../../../bot/server/metrics.ts";
import { serveMetrics } from "../../../bot/server/metrics-server.ts";
import { pagesOf } from "../../../bot/server/pages.ts";
import { startBot } from "../../journeys/demo/hub/bot.ts";
import { builtProgram } from "../../journeys/demo/root.ts";
import { OPTIONS } from "../../lab/github/stage.ts";
import { freePort } from "../../lab/net/free-port.ts";
import { NO_REDIS, type RedisServer, startRedis } from "../../lab/net/redis.ts";
import { aJob } from "../jobs/queue-stage.ts";
import { aDesk, type DeskStage, deliver } from "../stage.ts";

const look = async (hookUrl: string, page: string) => {
  const answer = await fetch(new URL(page, hookUrl));
  return { status: answer.status, text: await answer.text() };
};

/** The counts of a page that are not nought, without its buckets. */
const counts = (page: string) => page.split("\n").filter((line) => /^loopwright/.test(line) && !/ 0$|_bucket|_sum/.test(line));

it("counts webhooks and jobs, and is ready", async () => {
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const { github, hookUrl, newIssue, label, say, reacted, heard, bot } = await aDesk({
    env: { METRICS_PORT: `${port}` },
    github: { deliveryFault: ({ action }) => (action === "labeled" ? "doubled" : null) },
  });
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  // A comment while the plan waits: the plan may be older than it.
  await say(issue, "What a day.");
  await heard();
  expect(await deliver(hookUrl, { event: "issues", payload: {}, secret: "another secret of length" })).toBe(400);
  while (!(await look(at, "/metrics")).text.includes('jobs_total{end="done"} 2')) await sleep(10);
  const { text } = await look(at, "/metrics");
  expect(counts(text)).toEqual(
    expect.arrayContaining([
      'loopwright_webhooks_total{fate="taken"} 2',
      'loopwright_webhooks_total{fate="doubled"} 1',
      'loopwright_webhooks_total{fate="refused"} 1',
      'loopwright_jobs_total{end="done"} 2',
      "loopwright_job_seconds_count 2",
    ]),
  );
  expect(text).toContain("loopwright_queue_length 0");
  expect([await look(hookUrl, "/readyz"), await look(hookUrl, "/healthz")]).toEqual([
    { status: 200, text: "ready\n" },
    { status: 200, text: "ok\n" },
  ]);
  expect([(await look(hookUrl, "/metrics")).status, (await look(at, "/healthz")).status]).toEqual([404, 404]);
  expect(github.violations).toEqual([]);
  await bot.stop({ finish: 5_000, stop: 1_000 });
  await expect(look(at, "/metrics")).rejects.toThrow("fetch failed");
});

/** Its address, on a free port. */
async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
}

it("is not ready while it is being stopped, and where its queue is away", async () => {
  let stopping = false;
  let there = true;
  const queue = { ready: async () => there };
  const pages = pagesOf({ queue, stopping: () => stopping });
  const server = createServer((request, response) => void pages(request, response).then((known) => known || response.writeHead(404).end()));
  const url = await listening(server);
  expect((await look(url, "/readyz")).status).toBe(200);
  there = false;
  expect(await look(url, "/readyz")).toEqual({ status: 503, text: "the queue cannot be reached\n" });
  stopping = true;
  expect(await look(url, "/readyz")).toEqual({ status: 503, text: "the bot is being stopped\n" });
  expect((await look(url, "/else")).status).toBe(404);
});

it("counts on where its queue does not answer, on a port that nobody else has", async () => {
  const metrics = metricsOf();
  metrics.countQueueEvent({ job: aJob("a", "1"), kind: "dead", what: "failed", ms: 1_500 });
  const [queue, address] = [{ length: () => Promise.reject(new Error("away")) }, { host: "127.0.0.1", port: await freePort() }];
  onTestFinished(await serveMetrics(address, metrics, queue));
  await expect(serveMetrics(address, metrics, queue)).rejects.toThrow("EADDRINUSE");
  const { text } = await look(`http://127.0.0.1:${address.port}`, "/metrics");
  expect(text).toContain('loopwright_job_seconds_bucket{le="3"} 1');
  expect(text).toContain("loopwright_queue_length Nan");
});

it("counts a refused webhook however its address is written, and no other page", async () => {
  const metrics = metricsOf();
  const server = createServer((_, response) => void response.writeHead(400).end());
  countRefusals(server, metrics);
  const url = await listening(server);
  for (const page of ["", "/", "?x=1", "/?x=1", "/else", "else"]) {
    await look(url, `/api/github/webhooks${page}`);
  }
  expect(counts(await metrics.page({ length: async () => 0 }))).toEqual(['loopwright_webhooks_total{fate="refused"} 4']);
});

/** Runs the built program to its end, with these words and nothing but this in its environment. */
async function command(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string }> {
  return promisify(execFile)(process.execPath, [builtProgram("bot.mjs"), ...words], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  );
}

it.each([
  { words: ["dead"], env: {}, says: "REDIS_URL is not set" },
  { words: ["dead", "x"], env: {}, says: "is no command" },
  { words: ["replay"], env: {}, says: "replay <delivery>" },
  { words: ["constructor", "x"], env: {}, says: "is no command" },
  { words: ["discard"], env: {}, says: "discard <delivery>" },
  { words: ["dead"], env: { REDIS_URL: "localhost" }, says: "no address of Redis" },
  { words: ["dead"], env: { REDIS_URL: "redis://:hush@127.0.0.1:1/" }, says: "Redis at redis://127.0.0.1:1/ cannot be reached" },
])("says what is wrong with $words", async ({ words, env, says }) => {
  const { code, said } = await command(words, env);
  expect([code, said]).toEqual([1, expect.stringContaining(says)]);
  expect(said).not.toContain("hush");
});

/** A desk whose bot is the built program over Redis, with an App that may nearly nothing. */
async function aHostedDesk(
  redis: RedisServer,
  weak: boolean,
): Promise<DeskStage & { readonly said: () => string; readonly metricsUrl: () => string }> {
  let metricsUrl = "";
  let said = (): string => "";
  const [app] = OPTIONS.apps;
  const apps = [{ id: 1, slug: "weak", clientId: "Iv1.weak", installation: 5, ...app, permissions: { contents: "read" } as const }];
  const stage = await aDesk({
    ...(weak && { github: { apps } }),
    start: async (env) => {
      const bot = await startBot({ ...env, REDIS_URL: redis.url, LOG_LEVEL: "info" }, process.env, Number(env["PORT"]));
      said = bot.said;
      metricsUrl = bot.metricsUrl;
      return { stop: async () => bot.close().then(() => true) };
    },
  });
  return { ...stage, said: () => said(), metricsUrl: () => metricsUrl };
}

it.skipIf(NO_REDIS !== "")(
  `plans over Redis, says in its log which run it is about, and is not ready when Redis goes${NO_REDIS}`,
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.remove);
    const { github, hookUrl, newIssue, label, say, reacted, said, bot } = await aHostedDesk(redis, false);
    const issue = await newIssue();
    await label(issue);
    await reacted("rocket");
    await reacted("rocket", await say(issue, "/loop status"));
    while (!said().includes("issue_comment.created is done")) await sleep(10);
    const line = said()
      .split("\n")
      .filter((text) => text.includes("issue_comment.created is done"))
      .map((text) => JSON.parse(text))[0];
    expect(line).toMatchObject({ issue: "acme/widget#1", delivery: expect.any(String), run: expect.stringMatching(/^sum-is-wrong-/) });
    expect((await look(hookUrl, "/readyz")).status).toBe(200);
    await redis.stop();
    while ((await look(hookUrl, "/readyz")).status !== 503) await sleep(10);
    const told = { ...Object(github.deliveries.find(({ action }) => action === "labeled")?.payload) };
    expect(await deliver(hookUrl, { event: "issues", payload: told })).toBe(500);
    expect((await look(hookUrl, "/healthz")).status).toBe(200);
    await redis.start();
    while ((await look(hookUrl, "/readyz")).status !== 200) await sleep(10);
    expect(await bot.stop({ finish: 0, stop: 0 })).toBe(true);
  },
);

it.skipIf(NO_REDIS !== "")(`says that it is being stopped while it still keeps webhooks, for the bots that go on${NO_REDIS}`, async () => {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  const { github, hookUrl, newIssue, label, reacted, bot, metricsUrl } = await aHostedDesk(redis, false);
  await label(await newIssue());
  await reacted("rocket");
  const payload = github.deliveries.find(({ action }) => action === "labeled")?.payload;
  while (!(await look(metricsUrl(), "/metrics")).text.includes("loopwright_queue_length 0")) await sleep(10);
  const stopped = bot.stop({ finish: 0, stop: 0 });
  while ((await look(hookUrl, "/readyz")).status !== 503) await sleep(10);
  expect(await look(hookUrl, "/readyz")).toEqual({ status: 503, text: "the bot is being stopped\n" });
  expect(await deliver(hookUrl, { event: "issues", payload, guid: "late" })).toBe(200);
  expect(await stopped).toBe(true);
  await expect(look(hookUrl, "/readyz")).rejects.toThrow("fetch failed");
  const { quick, close } = await connectRedis(redis.url, { info: () => undefined, warn: () => undefined });
  expect(await quick.hkeys("loopwright:jobs")).toEqual(["late"]);
  await close();
});

it.skipIf(NO_REDIS !== "")(
  `shows what failed for good, and has it done again or discards it when a person says so${NO_REDIS}`,
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.remove);
    const env = { REDIS_URL: redis.url };
    const { github, newIssue, label, said } = await aHostedDesk(redis, true);
    expect(await command(["dead"], env)).toEqual({ code: 0, said: "nothing is dead\n" });
    await label(await newIssue());
    while (!said().includes(": failed")) await sleep(20);
    const guid = github.deliveries.find(({ action }) => action === "labeled")?.guid ?? "";
    const dead = await command(["dead"], env);
    expect(dead.said).toMatch(
      new RegExp(
        `^${guid}  20\\d\\d-[^ ]+Z  acme/widget#1  issues.labeled  1 try  .*permissions that [.]github/docs/installing[.]md of Loopwright names`,
      ),
    );
    expect(await command(["replay", guid, "none"], env)).toMatchObject({
      code: 1,
      said: expect.stringContaining("none is not among the dead"),
    });
    while ((said().match(/: failed/g) ?? []).length < 2) await sleep(20);
    expect((await command(["dead"], env)).said).toContain(guid);
    expect(await command(["discard", guid], env)).toEqual({ code: 0, said: `${guid} is discarded\n` });
    expect(await command(["discard", guid], env)).toMatchObject({ code: 1, said: expect.stringContaining("is not among the dead") });
    expect((await command(["dead"], env)).said).toBe("nothing is dead\n");
  },
);
