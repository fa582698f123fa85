/** What goes out on the wire: stable, cacheable, and nothing that the service refuses. */
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import type { Message, ModelReply } from "#ports/model.ts";
import { WireRequest } from "../../lab/model/request-schema.ts";
import { answered, aPrompt } from "../contracts/model-contract.ts";
import { type Stand, stand } from "./stand.ts";

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

const sent = ({ server }: Stand): WireRequest[] => server.requests.map(({ raw }) => WireRequest.parse(JSON.parse(raw)));
const marks = (request: WireRequest): number => JSON.stringify(request).split('"cache_control":').length - 1;
const many = (turn: number) => Array.from({ length: 12 }, (_, place) => ({ tool: "read_file", input: { path: `${turn}-${place}.js` } }));

it("sends model, limit, tools, system and messages, and nothing else", async () => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  await lab.model.reply(aPrompt(), calm);
  const body: unknown = JSON.parse(lab.server.requests[0]?.raw ?? "null");
  expect(body).toMatchInlineSnapshot(`
    {
      "max_tokens": 1000,
      "messages": [
        {
          "content": [
            {
              "cache_control": {
                "type": "ephemeral",
              },
              "text": "Mend the sum.",
              "type": "text",
            },
          ],
          "role": "user",
        },
      ],
      "model": "claude-sonnet-5-5",
      "stream": true,
      "system": [
        {
          "cache_control": {
            "type": "ephemeral",
          },
          "text": "You are the worker of Loopwright.
    Do what the plan says.",
          "type": "text",
        },
      ],
      "tools": [
        {
          "description": "Reads a file.",
          "input_schema": {
            "properties": {
              "path": {
                "type": "string",
              },
            },
            "required": [
              "path",
            ],
            "type": "object",
          },
          "name": "read_file",
        },
      ],
    }
  `);
});

it("asks the version of the API that the SDK was made for, and shows the key in its header only", async () => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  await lab.model.reply(aPrompt(), calm);
  const [request] = lab.server.requests;
  expect(request?.headers).toMatchObject({
    "anthropic-version": "2026-10-21",
    authorization: expect.stringMatching(/^Bearer sk-ant-test/),
  });
  expect(request?.raw).not.toContain("sk-ant");
});

it.each([
  { model: "best", id: "claude-opus-5-5" },
  { model: "balanced", id: "claude-sonnet-5-5" },
  { model: "fast", id: "claude-haiku-5-5" },
  { model: "claude-fable-5-2", id: "claude-fable-5-2" },
])("$model is asked as $id", async ({ model, id }) => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  await lab.model.reply(aPrompt({ model }), calm);
  expect(sent(lab).map((request) => request.model)).toEqual([id]);
});

it("comes to the same bytes of tools and system whatever the messages are", async () => {
  const lab = await opened([{ repeat: true, reply: { text: "Done." } }]);
  for (const text of ["Mend the sum.", "Write a page about tests.\n".repeat(50)])
    await lab.model.reply(aPrompt({ messages: [{ role: "user", text }] }), calm);
  const [a, b] = lab.server.requests.map(({ raw }) => raw.slice(0, raw.indexOf('"messages":')));
  expect(a).toBe(b);
  expect(a).toContain("You are the worker of Loopwright.");
});

it("reads the whole last prompt from the cache in a long conversation with many calls a turn", async () => {
  const turns = 8;
  const lab = await opened([
    ...Array.from({ length: turns }, (_, turn) => ({ reply: { calls: many(turn) } })),
    { reply: { text: "Done." } },
  ]);
  let messages: readonly Message[] = aPrompt().messages;
  const replies: ModelReply[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const reply = await lab.model.reply(aPrompt({ messages }), calm);
    replies.push(reply);
    messages = [...messages, ...answered(reply, `const a = ${turn};\n`.repeat(20))];
  }
  for (const [index, { usage }] of replies.entries()) {
    const before = replies[index - 1]?.usage;
    expect(usage.cacheRead).toBe(before === undefined ? 0 : before.cacheRead + before.cacheWrite);
    expect(usage.input).toBe(0);
  }
  expect(Math.max(...sent(lab).map(marks))).toBe(3);
});

it("returns thinking to the service unchanged", async () => {
  const thinking = "The sum subtracts. ".repeat(20);
  const lab = await opened([
    { reply: { thinking, calls: [{ tool: "read_file", input: { path: "a.js" } }] } },
    { reply: { text: "Done." } },
  ]);
  const first = await lab.model.reply(aPrompt(), calm);
  expect(first.text).toBe("");
  await lab.model.reply(aPrompt({ messages: [...aPrompt().messages, ...answered(first, "a - b")] }), calm);
  expect(sent(lab)[1]?.messages[1]?.content).toContainEqual({ type: "thinking", thinking, signature: "signature_1" });
});

it("builds the model's turn from text and calls where it has no raw content", async () => {
  const lab = await opened([{ reply: { text: "Done." } }]);
  const calls = [{ id: "toolu_x", name: "read_file", input: { path: "a.js" } }];
  const results = [{ id: "toolu_x", text: "no such file", failed: true }];
  const messages: Message[] = [
    ...aPrompt().messages,
    { role: "assistant", text: "Reading.", calls, raw: null },
    { role: "tools", results },
  ];
  await lab.model.reply(aPrompt({ messages }), calm);
  expect(sent(lab)[0]?.messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: [
        { type: "text", text: "Reading." },
        { type: "tool_use", ...calls[0] },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_x", content: "no such file", is_error: true, cache_control: { type: "ephemeral" } },
      ],
    },
  ]);
});

it("asks for an answer as data with a schema that the service takes", async () => {
  const Verdict = z.strictObject({ verdict: z.enum(["pass", "fail"]), why: z.string().min(1).max(200), score: z.int().min(0).max(9) });
  const lab = await opened([{ reply: { json: { verdict: "pass", why: "it is", score: 3 } } }]);
  const reply = await lab.model.reply(aPrompt({ format: z.toJSONSchema(Verdict) }), calm);
  expect(Verdict.parse(JSON.parse(reply.text))).toEqual({ verdict: "pass", why: "it is", score: 3 });
  expect(sent(lab)[0]?.output_config?.format?.schema).toMatchObject({
    type: "object",
    additionalProperties: false,
    required: ["verdict", "why", "score"],
  });
});
