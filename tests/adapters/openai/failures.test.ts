/** Every way in which a service of OpenAI's kind fails, and what the caller is told. */
import { createServer } from "node:http";
import { afterEach, expect, it } from "vitest";
import { openaiModel } from "#adapters/openai/model.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ModelReply } from "#ports/model.ts";
import { aPrompt } from "../contracts/model-contract.ts";
import { NO_SURPRISE, quickClock } from "../model/quick-clock.ts";
import { KEY, MODELS, type Stand, stand } from "./stand.ts";

const calm = new AbortController().signal;
const DONE = { reply: { text: "Done." } };
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function opened(...given: Parameters<typeof stand>): Promise<Stand> {
  const made = await stand(...given);
  open.push(made);
  return made;
}

/** The failure that a call ends in; a reply or another error fails the test. */
async function failureOf(call: Promise<ModelReply>): Promise<Failure> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error(`no Failure but ${String(error)}`, { cause: error });
  return error;
}

it.each([
  { when: "too many requests", fault: { status: 429, retryAfter: 1 } },
  { when: "overloaded", fault: { status: 503 } },
  { when: "an error of the server", fault: { status: 500 } },
  { when: "an error of the server inside the stream", fault: { event: "server_error" } },
  { when: "a stream that is cut", fault: { cut: true as const } },
  { when: "tool input that is not JSON", fault: { garble: true as const } },
])("$when passes: the call is made again, at most three times in all [S3.34, S3.59, X.07]", async ({ fault }) => {
  const passing = await opened([{ fault }, { fault }, DONE]);
  const reply = await passing.model.reply(aPrompt(), calm);
  expect(reply).toMatchObject({ text: "Done.", calls: [] });
  expect(passing.server.requests).toHaveLength(3);
  const lasting = await opened([{ fault }, { fault }, { fault }, DONE]);
  expect(await failureOf(lasting.model.reply(aPrompt(), calm))).toMatchObject({ service: "model", retryable: true });
  expect(lasting.server.left()).toEqual(["worker turn 4"]);
});

it.each([
  { status: 400, says: ["400", "as scripted", "req_lab"] },
  { status: 402, says: ["limit on its money"] },
  { status: 403, says: ["OPENAI_API_KEY", "gpt-5-mini", "models.balanced in .github/loopwright.yml"] },
  { status: 404, says: ["knows no model gpt-5-mini", "models.balanced"] },
  { status: 413, says: ["longer than gpt-5-mini takes", "models.balanced"] },
  { status: 422, says: ["422"] },
])("$status does not pass: asked once, and the message says what to do [S3.34, S3.59]", async ({ status, says }) => {
  const { model, server } = await opened([{ fault: { status } }, DONE]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure.retryable).toBe(false);
  for (const part of says) expect(failure.message).toContain(part);
  expect(server.requests).toHaveLength(1);
});

it.each([
  { when: "a spent quota", fault: { status: 429, code: "insufficient_quota" }, says: "limit on its money" },
  { when: "a bad request inside the stream", fault: { event: "invalid_request_error" }, says: "in the stream" },
])("$when does not pass [S3.59]", async ({ fault, says }) => {
  const { model, server } = await opened([{ fault }, DONE]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining(says) });
  expect(server.requests).toHaveLength(1);
});

it.each([
  { status: 400, code: "context_length_exceeded", message: "too many tokens" },
  { status: 400, message: "This model's maximum context length is 8192 tokens. However, you requested 8203 tokens" },
  { status: 400, message: "You passed 1015 input tokens. However, the model's context length is only 1024 tokens" },
  { status: 500, message: "the request exceeds the available context size. try increasing the context size" },
])("says of $status ($message) that a shorter prompt may be taken, and asks once [S3.56]", async (fault) => {
  const { model, server } = await opened([{ fault }]);
  expect(await failureOf(model.reply(aPrompt(), calm))).toMatchObject({ oversized: true, retryable: false });
  expect(server.requests).toHaveLength(1);
});

it("takes no limit of the rate for a prompt that is too long", async () => {
  const fault = { status: 429, message: "the context window is of a minute" };
  const { model } = await opened([{ fault }, DONE]);
  expect(await model.reply(aPrompt(), calm)).toMatchObject({ text: "Done." });
});

it("pauses longer each time, and as long as the service asks [S3.34]", async () => {
  const { model, clock } = await opened([{ fault: { status: 503 } }, { fault: { status: 429, retryAfter: 9 } }, DONE]);
  await model.reply(aPrompt(), calm);
  expect(clock.sleeps).toEqual([500, 9000]);
});

it("gives up at once when the service asks for more than the deadline of the whole call leaves [S3.34, X.07]", async () => {
  const { model, server, clock } = await opened([{ fault: { status: 429, retryAfter: 21 } }, DONE]);
  const failure = await failureOf(model.reply(aPrompt({ deadline: 20_000 }), calm));
  expect(failure).toMatchObject({ retryable: true, message: expect.stringContaining("21000 ms") });
  expect([clock.sleeps, server.requests.length]).toEqual([[], 1]);
});

it("gives a silent service up at the deadline and names it [S3.34]", async () => {
  const { model } = await opened([{ fault: { delayMs: 60_000 }, reply: { text: "Late." } }]);
  const failure = await failureOf(model.reply(aPrompt({ deadline: 150 }), calm));
  expect(failure).toMatchObject({ retryable: true, message: "no answer from gpt-5-mini within 150 ms" });
});

it("is Interrupted when the caller stops a call that is under way [S3.59]", async () => {
  const { model, server } = await opened([{ fault: { delayMs: 60_000 }, reply: { text: "Late." } }]);
  const stop = new AbortController();
  const call = model.reply(aPrompt(), stop.signal);
  const poll = setInterval(() => server.requests.length > 0 && stop.abort(), 5);
  await expect(call).rejects.toBeInstanceOf(Interrupted);
  clearInterval(poll);
});

it("counts the cost of an attempt that broke", async () => {
  const { model } = await opened([{ fault: { cut: true } }, DONE]);
  const { usage } = await model.reply(aPrompt(), calm);
  expect(usage.calls).toBe(2);
  expect(usage.dollars).toBeGreaterThan(0);
});

it("says which variable holds the key when the service does not take it, and never the key [S3.59]", async () => {
  const wrong = "sk-proj-wrong-9876543210";
  const { model } = await opened([DONE], { apiKey: wrong });
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("OPENAI_API_KEY") });
  expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(wrong);
});

it("shows no key, even when the service repeats it", async () => {
  const { model } = await opened([{ fault: { status: 400, message: `you sent ${KEY}, which is wrong` } }]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure.message).toContain("you sent [key], which is wrong");
  expect(`${failure.stack} ${failure.cause instanceof Error ? failure.cause.stack : "no cause"}`).not.toContain(KEY);
});

it("names the address when nobody is there, and the base URL when something else answers", async () => {
  const gone = await stand([DONE]);
  await gone.close();
  expect(await failureOf(gone.model.reply(aPrompt(), calm))).toMatchObject({
    retryable: true,
    message: expect.stringContaining("ECONNREFUSED"),
  });
  const server = createServer((_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>"));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const { model } = await opened([], { baseUrl: `http://127.0.0.1:${port}` });
  expect(await failureOf(model.reply(aPrompt(), calm))).toMatchObject({
    retryable: false,
    message: expect.stringContaining("OPENAI_BASE_URL"),
  });
});

it.each([
  { given: { apiKey: "two words" }, says: "OPENAI_API_KEY holds no key" },
  { given: { apiKey: KEY, baseUrl: "api.example" }, says: "OPENAI_BASE_URL is no address: api.example" },
])("refuses before any call what cannot be right: $says", ({ given, says }) => {
  expect(() => openaiModel({ ...given, models: MODELS, clock: quickClock(), random: NO_SURPRISE })).toThrow(says);
});

it.each([
  { stop: "max_tokens", finish: "cut" },
  { stop: "refusal", finish: "refused" },
  { stop: "content_filter", finish: "refused" },
] as const)("$stop is $finish, without a retry and without calls", async ({ stop, finish }) => {
  const { model, server } = await opened([{ reply: { text: "I", calls: [{ tool: "read_file", input: { path: "a" } }], stop } }, DONE]);
  expect(await model.reply(aPrompt(), calm)).toMatchObject({ text: "I", calls: [], finish });
  expect(server.requests).toHaveLength(1);
});

it("does not go on from an end that it does not know", async () => {
  const { model } = await opened([{ reply: { text: "I", stop: "pause_turn" } }, DONE]);
  expect(await failureOf(model.reply(aPrompt(), calm))).toMatchObject({ retryable: false, message: expect.stringContaining("pause_turn") });
});
