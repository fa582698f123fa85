/** What goes out in OpenAI's format, and what is made of what comes back. */
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import { costOf, worstPriceOf } from "#adapters/model/tariff.ts";
import { collectChunks } from "#adapters/openai/collect.ts";
import { requestOf } from "#adapters/openai/request.ts";
import { answerSchema } from "#adapters/openai/schema.ts";
import { openaiUsageOf } from "#adapters/openai/usage.ts";
import { answerFormatOf } from "#agent/answers/answer-format.ts";
import { Hydration } from "#core/planning/hydration.ts";
import type { Message } from "#ports/model.ts";
import { answered, aPrompt } from "../contracts/model-contract.ts";
import { KEY, type Stand, stand } from "./stand.ts";

const calm = new AbortController().signal;
const open: Stand[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function opened(...given: Parameters<typeof stand>): Promise<Stand> {
  const made = await stand(...given);
  open.push(made);
  return made;
}

const sent = ({ server }: Stand) => server.requests.map(({ raw }) => JSON.parse(raw));

it("sends model, limit, tools, messages and how to stream, and nothing else", async () => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  await lab.model.reply(aPrompt(), calm);
  expect(sent(lab)).toEqual([
    {
      model: "gpt-5-mini",
      max_completion_tokens: 1000,
      tools: [
        {
          type: "function",
          function: {
            name: "read_file",
            description: "Reads a file.",
            parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
          },
        },
      ],
      messages: [
        { role: "system", content: aPrompt().system },
        { role: "user", content: "Mend the sum." },
      ],
      stream: true,
      stream_options: { include_usage: true },
    },
  ]);
  expect(lab.server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
});

it.each([
  { model: "best", id: "gpt-5.2", limit: "max_completion_tokens" },
  { model: "fast", id: "llama-4-mini", limit: "max_tokens" },
  { model: "o3", id: "o3", limit: "max_completion_tokens" },
  { model: "openai:gemini-3-pro", id: "gemini-3-pro", limit: "max_tokens" },
])("$model is asked as $id with $limit [S3.16]", async ({ model, id, limit }) => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  await lab.model.reply(aPrompt({ model }), calm);
  expect(sent(lab)).toMatchObject([{ model: id, [limit]: 1000 }]);
});

it("gives its own turn back word for word, and says in words which call failed", async () => {
  const lab = await opened([
    { reply: { text: "Reading.", calls: [{ tool: "read_file", input: { path: "a.js" } }] } },
    { reply: { text: "Done." } },
  ]);
  const first = await lab.model.reply(aPrompt(), calm);
  const results = first.calls.map(({ id }) => ({ id, text: "no such file", failed: true }));
  await lab.model.reply(
    aPrompt({ messages: [...aPrompt().messages, answered(first, "")[0] as Message, { role: "tools", results }] }),
    calm,
  );
  expect(sent(lab)[1].messages.slice(2)).toEqual([
    {
      role: "assistant",
      content: "Reading.",
      tool_calls: [{ id: first.calls[0]?.id, type: "function", function: { name: "read_file", arguments: '{"path":"a.js"}' } }],
    },
    { role: "tool", tool_call_id: first.calls[0]?.id, content: "[failed] no such file" },
  ]);
});

it("builds the model's turn from text and calls where it has no raw content, and leaves an empty one out", () => {
  const call = { id: "c1", name: "read_file", input: { path: "a.js" } };
  const messages: Message[] = [
    { role: "user", text: "Go." },
    { role: "assistant", text: "", calls: [], raw: null },
    { role: "assistant", text: "", calls: [call], raw: [{ type: "thinking" }] },
  ];
  expect(requestOf(aPrompt({ system: "", tools: [], messages }), "gpt-5").messages).toEqual([
    { role: "user", content: "Go." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a.js"}' } }],
    },
  ]);
});

it("takes the part of the prompt that was cached out of what it counts as input", async () => {
  const lab = await opened([{ reply: { calls: [{ tool: "read_file", input: { path: "a" } }] } }, { reply: { text: "Done." } }]);
  const first = await lab.model.reply(aPrompt(), calm);
  const second = await lab.model.reply(aPrompt({ messages: [...aPrompt().messages, ...answered(first, "a - b")] }), calm);
  expect(first.usage.cacheRead).toBe(0);
  expect(second.usage.cacheRead).toBe(first.usage.input);
  expect(second.usage.dollars).toBeCloseTo(
    (second.usage.input * 0.25 + second.usage.cacheRead * 0.025 + second.usage.output * 2) / 1_000_000,
    9,
  );
});

it.each([
  { id: "gpt-5.2", input: 1.75, output: 14 },
  { id: "gpt-4.1-mini-2025-04-14", input: 0.4, output: 1.6 },
])("$id costs at worst $input and $output", ({ id, input, output }) => {
  expect(worstPriceOf("openai", id)).toEqual({ input, output });
  expect(costOf("openai", id, { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 })).toBe(input);
});

it.each(["llama-4-mini", "gpt-99", "toString"])("nobody told us the price of %s", (id) => {
  expect([worstPriceOf("openai", id), costOf("openai", id, { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 })]).toEqual([null, null]);
});

it.each([undefined, null, -5, 1.5])("a count of %s is guessed on the dear side, never taken for nothing", (odd) => {
  const params = { ...requestOf(aPrompt(), "gpt-5"), max_completion_tokens: 900 };
  const usage = JSON.parse("{}");
  const spend = openaiUsageOf({ ...usage, prompt_tokens: odd, completion_tokens: odd }, params);
  expect(spend).toMatchObject({ calls: 1, output: 900, cacheRead: 0 });
  expect(spend.input).toBeGreaterThan(100);
});

/** Chunks as services of OpenAI's kind send them: not all that the SDK's type promises is there. */
const chunks = (...deltas: readonly unknown[]): Parameters<typeof collectChunks>[0] =>
  JSON.parse(JSON.stringify(deltas.map((delta) => ({ choices: [{ delta }] }))));

it.each([
  {
    what: "calls that all have the place 0",
    deltas: [
      { tool_calls: [{ index: 0, id: "a", function: { name: "x", arguments: "{}" } }] },
      { tool_calls: [{ index: 0, id: "b", function: { name: "y", arguments: '{"n":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
    ],
    calls: [
      { id: "a", name: "x", json: "{}" },
      { id: "b", name: "y", json: '{"n":1}' },
    ],
  },
  {
    what: "calls without an id",
    deltas: [{ tool_calls: [{ function: { name: "x", arguments: "" } }] }],
    calls: [{ id: "call_1", name: "x", json: "" }],
  },
  { what: "no delta", deltas: [null, { content: null }], calls: [] },
])("understands $what", ({ deltas, calls }) => {
  expect(collectChunks(chunks(...deltas))).toMatchObject({ calls, finish: null, usage: null });
});

it("asks for an answer as data in strict mode, with what strict mode refuses said in words", async () => {
  const Verdict = z.strictObject({
    verdict: z.enum(["pass", "fail"]),
    why: z.string().min(1).max(200),
    note: z.string().nullable().default(null),
    of: z.array(z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("a") }), z.strictObject({ kind: z.literal("b") })])),
  });
  const lab = await opened([{ reply: { json: { verdict: "pass", why: "it is", note: null, of: [] } } }]);
  await lab.model.reply(aPrompt({ format: z.toJSONSchema(Verdict, { io: "input" }) }), calm);
  expect(sent(lab)[0].response_format.json_schema).toMatchObject({
    name: "answer",
    strict: true,
    schema: { additionalProperties: false, required: ["verdict", "why", "note", "of"] },
  });
  expect(sent(lab)[0].response_format.json_schema.schema.properties.why).toEqual({
    type: "string",
    description: "{minLength: 1, maxLength: 200}",
  });
});

it.each([
  { what: "may leave something out", schema: z.strictObject({ a: z.string().optional() }) },
  { what: "is no object", schema: z.array(z.string()) },
  { what: "joins schemas", schema: z.strictObject({ a: z.any().meta({ allOf: [{ type: "string" }] }) }) },
])("only guides by a schema that $what", ({ schema }) => {
  expect(answerSchema(z.toJSONSchema(schema, { io: "input" })).strict).toBe(false);
});

it("asks for the largest of our answers in strict mode", () => {
  expect(answerSchema(answerFormatOf(Hydration)).strict).toBe(true);
});
