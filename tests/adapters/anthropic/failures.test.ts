/** Every way in which the service fails, and what the caller is told. */
import { createServer } from "node:http";
import { afterEach, expect, it } from "vitest";
import { anthropicModel } from "#adapters/anthropic/model.ts";
import { anthropicReplyOf } from "#adapters/anthropic/reply.ts";
import { anthropicUsageOf } from "#adapters/anthropic/usage.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ModelReply, Prompt } from "#ports/model.ts";
import { aPrompt } from "../contracts/model-contract.ts";
import { quickClock } from "../model/quick-clock.ts";
import { KEY, type Stand, stand } from "./stand.ts";

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
  { when: "overloaded", fault: { status: 529 } },
  { when: "an error of the server", fault: { status: 500 } },
  { when: "a bad gateway", fault: { status: 502 } },
  { when: "overloaded inside the stream", fault: { event: "overloaded_error" } },
  { when: "an error of the server inside the stream", fault: { event: "api_error" } },
  { when: "a stream that is cut", fault: { cut: true as const } },
  { when: "tool input that is not JSON", fault: { garble: true as const } },
])("$when passes: the call is made again, at most three times in all [S3.34, S3.59, X.07, LLM-02, LLM-04]", async ({ fault }) => {
  const passing = await opened([{ fault }, { fault }, DONE]);
  const reply = await passing.model.reply(aPrompt(), calm);
  expect(reply).toMatchObject({ text: "Done.", calls: [] });
  expect(passing.server.requests).toHaveLength(3);
  const lasting = await opened([{ fault }, { fault }, { fault }, DONE]);
  const failure = await failureOf(lasting.model.reply(aPrompt(), calm));
  expect(failure).toMatchObject({ service: "model", retryable: true });
  expect(lasting.server.left()).toEqual(["worker turn 4"]);
});

it("pauses longer before the third attempt than before the second [S3.34]", async () => {
  const { model, clock } = await opened([{ fault: { status: 529 } }, { fault: { status: 529 } }, DONE]);
  await model.reply(aPrompt(), calm);
  expect(clock.sleeps).toEqual([500, 2000]);
});

it("waits as long as the service asks [S3.34]", async () => {
  const { model, clock } = await opened([{ fault: { status: 429, retryAfter: 17 } }, DONE]);
  await model.reply(aPrompt(), calm);
  expect(clock.sleeps).toEqual([17_000]);
});

it("gives up at once when the service asks for more than the deadline leaves [S3.34, X.07]", async () => {
  const { model, server, clock } = await opened([{ fault: { status: 429, retryAfter: 21 } }, DONE]);
  const failure = await failureOf(model.reply(aPrompt({ deadline: 20_000 }), calm));
  expect(failure.retryable).toBe(true);
  expect(failure.message).toContain("21000 ms");
  expect(clock.sleeps).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it("counts the cost of an attempt that broke", async () => {
  const whole = await opened([DONE]);
  const { usage: one } = await whole.model.reply(aPrompt(), calm);
  const { model } = await opened([{ fault: { cut: true } }, DONE]);
  const { usage: both } = await model.reply(aPrompt(), calm);
  const prompt = (spend: ModelReply["usage"]): number => spend.input + spend.cacheRead + spend.cacheWrite;
  expect(both.calls).toBe(2);
  expect(prompt(both)).toBe(2 * prompt(one));
  expect(both.dollars).toBeGreaterThan(one.dollars ?? Number.POSITIVE_INFINITY);
});

it.each([
  { when: "a spent limit", fault: { status: 429, code: "enforced_spend_limit_reached" }, says: ["limit on its money"] },
  { when: "a bill", fault: { status: 402 }, says: ["limit on its money"] },
  { when: "a key that may not", fault: { status: 403 }, says: ["ANTHROPIC_API_KEY", "claude-sonnet-5-5", "models.balanced"] },
  { when: "an unknown model", fault: { status: 404 }, says: ["claude-sonnet-5-5", "models.balanced in .github/loopwright.yml"] },
  { when: "a prompt that is too large", fault: { status: 413 }, says: ["longer than claude-sonnet-5-5 takes", "models.balanced"] },
  { when: "a bad request", fault: { status: 400, message: "messages: too long" }, says: ["400", "messages: too long", "req_lab"] },
  {
    when: "a limit that one has set oneself",
    fault: { status: 400, message: "You have reached your specified API usage limits" },
    says: ["400", "usage limits"],
  },
  { when: "a bad request inside the stream", fault: { event: "invalid_request_error" }, says: ["in the stream", "as scripted"] },
])("$when does not pass: asked once, and the message says what to do [S3.34, S3.59, LLM-03, LLM-04, LLM-16]", async ({ fault, says }) => {
  const { model, server } = await opened([{ fault }, DONE]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure.retryable).toBe(false);
  for (const part of says) expect(failure.message).toContain(part);
  expect(server.requests).toHaveLength(1);
});

it.each([
  { status: 400, message: "prompt is too long: 208310 tokens > 200000 maximum" },
  { status: 400, message: "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length" },
  { status: 413, message: "Request exceeds the maximum size" },
])("says of $status ($message) that a shorter prompt may be taken, and of no other failure [S3.56]", async (fault) => {
  const { model, server } = await opened([
    { fault },
    { fault: { status: 400, message: "messages: too long" } },
    { fault: { status: 403 } },
  ]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure).toMatchObject({ oversized: true, retryable: false });
  expect(failure.message).toContain("set models.balanced in .github/loopwright.yml to a model with a larger window");
  expect(server.requests).toHaveLength(1);
  for (const _ of [1, 2]) expect(await failureOf(model.reply(aPrompt(), calm))).toMatchObject({ oversized: false });
});

it("names a concrete id that is unknown without speaking of tiers", async () => {
  const { model } = await opened([{ fault: { status: 404 } }]);
  const { message } = await failureOf(model.reply(aPrompt({ model: "claude-gone-1" }), calm));
  expect(message).toContain("no model claude-gone-1");
  expect(message).not.toContain("models.");
});

it("says which variable holds the key when the service does not take it, and never the key [S3.59]", async () => {
  const wrong = "sk-ant-wrong-9876543210";
  const { model } = await opened([DONE], { apiKey: wrong });
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure.retryable).toBe(false);
  expect(failure.message).toContain("ANTHROPIC_API_KEY");
  expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(wrong);
});

it("shows no key, even when the service repeats it [LLM-03]", async () => {
  const { model } = await opened([{ fault: { status: 400, message: `you sent ${KEY}, which is wrong` } }]);
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure.message).toContain("you sent [key], which is wrong");
  const cause = failure.cause instanceof Error ? failure.cause : new Error("no cause");
  expect(cause.message).toContain("[key]");
  expect(`${failure.stack} ${cause.stack}`).not.toContain(KEY);
});

it.each(["", "  ", "two words", "line\nline", "ключ"])("a key that cannot be one is refused before any call: %j", (apiKey) => {
  const make = (): unknown =>
    anthropicModel({ apiKey, models: { best: "b", balanced: "c", fast: "f" }, clock: quickClock(), random: { hex: () => "00" } });
  expect(make).toThrow("ANTHROPIC_API_KEY holds no key");
});

it("an address that cannot be one is refused before any call", () => {
  const options = { apiKey: KEY, models: { best: "b", balanced: "c", fast: "f" }, clock: quickClock(), random: { hex: () => "00" } };
  expect(() => anthropicModel({ ...options, baseUrl: "api.example" })).toThrow("ANTHROPIC_BASE_URL is no address: api.example");
});

it("keeps a login in the address out of its messages", async () => {
  const gone = await stand([DONE]);
  await gone.close();
  const { model } = await opened([], { baseUrl: gone.server.url.replace("http://", "http://me:hush@") });
  expect((await failureOf(model.reply(aPrompt(), calm))).message).not.toContain("hush");
});

it("takes a key that was pasted with a line end", async () => {
  const { model } = await opened([DONE], { apiKey: `${KEY}\n` });
  expect((await model.reply(aPrompt(), calm)).text).toBe("Done.");
});

it("names the address when nobody is there [LLM-04]", async () => {
  const gone = await stand([DONE]);
  await gone.close();
  const failure = await failureOf(gone.model.reply(aPrompt(), calm));
  expect(failure.retryable).toBe(true);
  expect(failure.message).toContain(gone.server.url);
  expect(failure.message).toContain("ECONNREFUSED");
});

it("names the base URL when something else answers there", async () => {
  const server = createServer((_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>"));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const { model } = await opened([], { baseUrl: `http://127.0.0.1:${port}` });
  const failure = await failureOf(model.reply(aPrompt(), calm));
  expect(failure).toMatchObject({ retryable: false });
  expect(failure.message).toContain("ANTHROPIC_BASE_URL");
});

it("gives a silent service up at the deadline and names it [LLM-04]", async () => {
  const { model } = await opened([{ fault: { delayMs: 60_000 }, reply: { text: "Late." } }]);
  const failure = await failureOf(model.reply(aPrompt({ deadline: 80 }), calm));
  expect(failure.retryable).toBe(true);
  expect(failure.message).toBe("no answer from claude-sonnet-5-5 within 80 ms");
});

it("is Interrupted when the caller stops a call that is under way [S3.59]", async () => {
  const { model, server } = await opened([{ fault: { delayMs: 60_000 }, reply: { text: "Late." } }]);
  const stop = new AbortController();
  const call = model.reply(aPrompt(), stop.signal);
  const poll = setInterval(() => server.requests.length > 0 && stop.abort(), 5);
  await expect(call).rejects.toBeInstanceOf(Interrupted);
  clearInterval(poll);
});

it("is Interrupted when the caller stops it in the pause between attempts", async () => {
  const stop = new AbortController();
  const clock = {
    now: () => 0,
    async sleep() {
      stop.abort();
      throw new Interrupted("stopped in the pause");
    },
  };
  const { model, server } = await opened([{ fault: { status: 529 } }, DONE], { clock });
  await expect(model.reply(aPrompt(), stop.signal)).rejects.toBeInstanceOf(Interrupted);
  expect(server.requests).toHaveLength(1);
});

it.each([
  { stop: "max_tokens", finish: "cut" },
  { stop: "pause_turn", finish: "cut" },
  { stop: "model_context_window_exceeded", finish: "cut" },
  { stop: "refusal", finish: "refused" },
] as const)("$stop is $finish, without a retry and without calls", async ({ stop, finish }) => {
  const call = { tool: "read_file", input: { path: "a" } };
  const { model, server } = await opened([{ reply: { text: "I", calls: [call], stop } }, DONE]);
  const prompt: Prompt = aPrompt();
  expect(await model.reply(prompt, calm)).toMatchObject({ text: "I", calls: [], finish });
  expect(server.requests).toHaveLength(1);
});

it.each([
  { reason: "ran_out_of_luck", retryable: false },
  { reason: null, retryable: true },
])("takes an end that it does not know for none: $reason [LLM-09]", ({ reason, retryable }) => {
  const message = { content: [{ type: "text", text: "Done." }], stop_reason: reason } as never;
  const read = () => anthropicReplyOf({ kind: "ended", message, inputs: new Map() });
  expect(read).toThrow("for a reason that we do not know");
  expect(read).toThrow(expect.objectContaining({ service: "model", retryable }));
});

it.each([undefined, null, Number.NaN, -5, 1.5, Number.POSITIVE_INFINITY])(
  "a count of %s is guessed on the dear side, never taken for nothing [LLM-15]",
  (odd) => {
    const params = { model: "claude-opus-5-5", max_tokens: 900, messages: [{ role: "user" as const, content: "x".repeat(3000) }] };
    const usage = JSON.parse("{}");
    const spend = anthropicUsageOf({ ...usage, input_tokens: odd, output_tokens: odd, cache_read_input_tokens: odd }, params);
    expect(spend).toMatchObject({ calls: 1, output: 900, cacheRead: 0, cacheWrite: 0 });
    expect(spend.input).toBeGreaterThanOrEqual(1000);
    expect(spend.dollars).toBeGreaterThan(0);
    expect(anthropicUsageOf({ ...usage, input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 2 }, params)).toMatchObject({
      input: 7,
      output: 3,
      cacheRead: 2,
    });
  },
);
