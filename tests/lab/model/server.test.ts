/** The scripted model refuses what the real service refuses, and tells a story only as it is written. */
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import type { ScriptSource } from "./script.ts";
import { type ScriptedModel, type ServerOptions, startScriptedModel } from "./server.ts";

const open: ScriptedModel[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function started(source: ScriptSource, options?: ServerOptions): Promise<ScriptedModel> {
  const server = await startScriptedModel(source, options);
  open.push(server);
  return server;
}

const HEADERS = { "content-type": "application/json", "anthropic-version": "2026-10-21", authorization: "Bearer k" };
const SYSTEM = "You are the worker of Loopwright.\nWork.";
const ASK = { role: "user", content: "Mend the sum." };
const GOOD = { model: "claude-opus-5-5", max_tokens: 100, system: SYSTEM, messages: [ASK] };
const CALL = { type: "tool_use", id: "toolu_a", name: "read_file", input: {} };
const RESULT = { type: "tool_result", tool_use_id: "toolu_a", content: "a - b" };
const MARK = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
const says = (...texts: readonly string[]): ScriptSource => ({ roles: { worker: texts.map((text) => ({ reply: { text } })) } });

/** A schema of an object with so many properties. */
function schemaOf(count: number, property: unknown): Readonly<Record<string, unknown>> {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, property])),
    required: names,
    additionalProperties: false,
  };
}

const asked = (schema: unknown) => ({ ...GOOD, output_config: { format: { type: "json_schema", schema } } });

async function post(
  server: ScriptedModel,
  body: unknown,
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}/v1/messages`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

const Answer = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string(),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_input_tokens: z.number(),
    cache_creation_input_tokens: z.number(),
  }),
});

async function answer(server: ScriptedModel, body: unknown): Promise<z.infer<typeof Answer>> {
  const { status, text } = await post(server, body);
  if (status !== 200) throw new Error(text);
  return Answer.parse(JSON.parse(text));
}

it("plays the turns of a role in order and knows what is left", async () => {
  const server = await started(says("one", "two", "three"));
  expect((await answer(server, GOOD)).content).toEqual([{ type: "text", text: "one" }]);
  expect((await answer(server, GOOD)).content).toEqual([{ type: "text", text: "two" }]);
  expect(server.left()).toEqual(["worker turn 3"]);
  expect(server.problems).toEqual([]);
});

it("plays another script from its beginning once it is given one", async () => {
  const server = await started(says("one", "two"));
  await answer(server, GOOD);
  server.change({ roles: { worker: [{ expect: [], forbid: [], repeat: false, reply: { text: "anew" } }] } });
  expect(server.left()).toEqual(["worker turn 1"]);
  expect((await answer(server, GOOD)).content).toEqual([{ type: "text", text: "anew" }]);
  expect([server.left(), server.problems, server.requests.length]).toEqual([[], [], 2]);
});

it("holds a reply back until the test lets it go", async () => {
  const server = await started({ roles: { worker: [{ reply: { text: "held" }, fault: { held: true } }, { reply: { text: "next" } }] } });
  const order: string[] = [];
  const noted = async () => order.push((await answer(server, GOOD)).content[0]?.text ?? "");
  const held = noted();
  await expect.poll(() => server.requests.length).toBe(1);
  await noted();
  server.release();
  await held;
  expect(order).toEqual(["next", "held"]);
});

it("takes a role without turns of its own from the star, and repeats a last turn that may", async () => {
  const server = await started({ roles: { worker: [{ reply: { text: "mine" } }], "*": [{ reply: { text: "any" }, repeat: true }] } });
  const auditor = { ...GOOD, system: [{ type: "text", text: "You are the auditor of Loopwright." }] };
  const texts = [await answer(server, auditor), await answer(server, GOOD), await answer(server, auditor)].map(
    ({ content }) => content[0]?.text,
  );
  expect(texts).toEqual(["any", "mine", "any"]);
  expect((await post(server, GOOD)).text).toContain("worker: the script has no turn 2");
  expect(server.left()).toEqual([]);
});

it("breaks the story when a tool did not answer what was expected, and does not use the turn up", async () => {
  const server = await started({ roles: { worker: [{ expect: ["a - b", "sum"], forbid: ["denied"], reply: { text: "ok" } }] } });
  const asked = (content: string) => ({ ...GOOD, messages: [{ role: "user", content }] });
  const missing = await post(server, asked("sum of a + b"));
  expect(missing.status).toBe(400);
  expect(server.problems[0]).toBe('worker, turn 1: expected "a - b" and it is not there; it was asked: sum of a + b');
  expect((await post(server, asked("sum: a - b, denied"))).text).toContain("forbids");
  expect((await post(server, asked("the sum is a - b"))).status).toBe(200);
  expect(server.problems).toHaveLength(2);
});

it("looks for what it expects in the newest message only", async () => {
  const server = await started({ roles: { worker: [{ expect: ["Mend"], reply: { text: "ok" } }] } });
  const messages = [ASK, { role: "assistant", content: [CALL] }, { role: "user", content: [RESULT] }];
  expect((await post(server, { ...GOOD, messages })).status).toBe(400);
});

it.each([
  { wrong: "no max_tokens", body: { ...GOOD, max_tokens: undefined }, says: "max_tokens" },
  { wrong: "a temperature", body: { ...GOOD, temperature: 1 }, says: "temperature" },
  { wrong: "top_p", body: { ...GOOD, top_p: 1 }, says: "top_p" },
  { wrong: "top_k", body: { ...GOOD, top_k: 1 }, says: "top_k" },
  { wrong: "a forced tool", body: { ...GOOD, tool_choice: { type: "any" } }, says: "tool_choice" },
  { wrong: "a prefill", body: { ...GOOD, messages: [ASK, { role: "assistant", content: "{" }] }, says: "prefill" },
  { wrong: "no message", body: { ...GOOD, messages: [] }, says: "messages" },
  { wrong: "an empty text", body: { ...GOOD, messages: [{ role: "user", content: [{ type: "text", text: "" }] }] }, says: "messages" },
  {
    wrong: "a call without a result",
    body: { ...GOOD, messages: [ASK, { role: "assistant", content: [CALL] }, ASK] },
    says: "toolu_a has no tool_result",
  },
  { wrong: "a result without a call", body: { ...GOOD, messages: [{ role: "user", content: [RESULT] }] }, says: "answers no tool_use" },
  {
    wrong: "a result behind a text",
    body: {
      ...GOOD,
      messages: [ASK, { role: "assistant", content: [CALL] }, { role: "user", content: [{ type: "text", text: "x" }, RESULT] }],
    },
    says: "must come first",
  },
  {
    wrong: "a call's id twice",
    body: { ...GOOD, messages: [ASK, { role: "assistant", content: [CALL, CALL] }, { role: "user", content: [RESULT] }] },
    says: "was used before",
  },
  { wrong: "five breakpoints", body: { ...GOOD, messages: [{ role: "user", content: [MARK, MARK, MARK, MARK, MARK] }] }, says: "found 5" },
  {
    wrong: "thinking that is not its own",
    body: { ...GOOD, messages: [ASK, { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "s" }] }, ASK] },
    says: "Invalid `signature` in `thinking` block",
  },
  {
    wrong: "an open object in the answer's schema",
    body: { ...GOOD, output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
    says: "additionalProperties",
  },
  {
    wrong: "a length in the answer's schema",
    body: {
      ...GOOD,
      output_config: { format: { type: "json_schema", schema: { type: "array", items: { type: "string", maxLength: 3 } } } },
    },
    says: "maxLength is not supported",
  },
  {
    wrong: "an effort for a model that takes none",
    body: { ...GOOD, model: "claude-haiku-4-5", output_config: { effort: "high" } },
    says: "effort parameter",
  },
  {
    wrong: "17 unions in the answer's schema",
    body: asked(schemaOf(17, { anyOf: [{ type: "string" }, { type: "null" }] })),
    says: "17, the",
  },
  { wrong: "25 optional properties", body: asked({ ...schemaOf(25, { type: "string" }), required: [] }), says: "25, the limit" },
  { wrong: "a schema that is too large", body: asked(schemaOf(300, { type: "string" })), says: "compiled grammar is too large" },
  {
    wrong: "a strict tool that is too large",
    body: { ...GOOD, tools: [{ name: "big", input_schema: schemaOf(300, { type: "string" }), strict: true }] },
    says: "compiled grammar is too large",
  },
])("refuses a request with $wrong", async ({ body, says: part }) => {
  const server = await started(says("one"));
  const { status, text } = await post(server, body);
  expect(status).toBe(400);
  expect(text).toContain(part);
  expect(server.problems).toHaveLength(1);
  expect(server.left()).toEqual(["worker turn 1"]);
});

it.each([
  { headers: { "anthropic-version": "2026-10-21" }, status: 401 },
  { headers: { "anthropic-version": "2026-10-21", authorization: "Bearer other" }, status: 401 },
  { headers: { "anthropic-version": "2026-10-21", "x-api-key": "k" }, status: 200 },
  { headers: { authorization: "Bearer k" }, status: 400 },
])("answers $status to the headers $headers", async ({ headers, status }) => {
  const server = await started(says("one"), { key: "k" });
  expect((await post(server, GOOD, headers)).status).toBe(status);
});

it.each(["/v1/messages/count_tokens", "/v1/models", "/"])("knows no path %s", async (path) => {
  const server = await started(says("one"));
  expect((await fetch(`${server.url}${path}`, { method: "POST" })).status).toBe(404);
  expect(server.problems).toEqual([`no such path: POST ${path}`]);
});

it("keeps the bytes of each request", async () => {
  const server = await started(says("one"));
  await post(server, GOOD);
  expect(server.requests).toMatchObject([{ role: "worker", raw: JSON.stringify(GOOD), headers: { authorization: "Bearer k" } }]);
});

it("counts a prefix that it saw as read, a new one up to a breakpoint as written, the rest as input", async () => {
  const server = await started({ roles: { worker: [{ repeat: true, reply: { text: "four" } }] } });
  const long = { type: "text", text: `${SYSTEM}${"x".repeat(4000)}` };
  const cached = { ...GOOD, system: [{ ...long, cache_control: { type: "ephemeral" } }] };
  const first = (await answer(server, cached)).usage;
  const second = (await answer(server, { ...cached, messages: [{ role: "user", content: "Another question, somewhat longer." }] })).usage;
  const changed = (await answer(server, { ...cached, system: [{ ...long, text: `${long.text}!`, cache_control: { type: "ephemeral" } }] }))
    .usage;
  expect(first.cache_read_input_tokens).toBe(0);
  expect(first.cache_creation_input_tokens).toBeGreaterThan(1000);
  expect(second).toMatchObject({ cache_read_input_tokens: first.cache_creation_input_tokens, cache_creation_input_tokens: 0 });
  expect(second.input_tokens).toBeGreaterThan(first.input_tokens);
  expect(changed.cache_read_input_tokens).toBe(0);
  expect(first.output_tokens).toBeGreaterThan(0);
});

it.each([
  { source: { roles: { worker: [{}] } }, says: "a turn has a reply or a fault" },
  { source: { roles: { worker: [{ reply: {}, fault: { cut: true } }] } }, says: "a turn has a reply or a fault" },
  { source: { roles: { worker: [{ fault: { delayMs: 5 } }] } }, says: "a turn has a reply or a fault" },
  { source: { roles: { worker: [{ fault: { explode: true } }] } }, says: "a fault is one of" },
  { source: { roles: { worker: [{ reply: {}, repeat: true }, { reply: {} }] } }, says: "only the last turn" },
  { source: { roles: { worker: [{ reply: { txt: "x" } }] } }, says: "txt" },
  { source: {}, says: "roles" },
])("refuses a script that cannot be played: $says", async ({ source, says: part }) => {
  // A door: the test sends what the type forbids.
  await expect(startScriptedModel(source as ScriptSource)).rejects.toThrow(part);
});
