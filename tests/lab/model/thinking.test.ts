/** The scripted model thinks as the service does: its thoughts count, and are bound to what stands before them. */
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import type { ScriptSource } from "./script.ts";
import { type ScriptedModel, startScriptedModel } from "./server.ts";

const open: ScriptedModel[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const HEADERS = { "content-type": "application/json", "anthropic-version": "2026-10-21", authorization: "Bearer k" };
const TOOL = { name: "read_file", input_schema: { type: "object" } };
const ASK = { role: "user", content: "Mend the sum." };
const GOOD = { model: "claude-opus-5-5", max_tokens: 100, system: "You are the worker of Loopwright.", tools: [TOOL], messages: [ASK] };
const Reply = z.object({ content: z.array(z.looseObject({ type: z.string() })), stop_reason: z.string() });

async function started(...turns: ScriptSource["roles"][string]): Promise<ScriptedModel> {
  const server = await startScriptedModel({ roles: { worker: turns } });
  open.push(server);
  return server;
}

async function post(server: ScriptedModel, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}/v1/messages`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

async function reply(server: ScriptedModel, body: unknown): Promise<z.infer<typeof Reply>> {
  const { status, text } = await post(server, body);
  if (status !== 200) throw new Error(text);
  return Reply.parse(JSON.parse(text));
}

it.each([
  { what: "comes back as it was", change: {}, result: "a - b", status: 200 },
  {
    what: "stands behind another system prompt",
    change: { system: "You are the worker of Loopwright. Otherwise." },
    result: "a - b",
    status: 400,
  },
  { what: "stands behind another tool", change: { tools: [{ ...TOOL, description: "Reads." }] }, result: "a - b", status: 400 },
  { what: "stands behind a result that was cut", change: {}, result: "", status: 400 },
])("answers $status where a thought $what", async ({ change, result, status }) => {
  const call = (thinking: string) => ({ reply: { thinking, calls: [{ tool: "read_file", input: { path: "sum.js" } }] } });
  const server = await started(call("I should look."), call("And again."), { reply: { text: "Done." } });
  const answers = (content: z.infer<typeof Reply>["content"], text: string) => [
    { role: "assistant", content },
    { role: "user", content: [{ type: "tool_result", tool_use_id: content.at(-1)?.["id"], content: text }] },
  ];
  const first = await reply(server, GOOD);
  const second = await reply(server, { ...GOOD, messages: [ASK, ...answers(first.content, "a - b")] });
  const messages = [ASK, ...answers(first.content, result), ...answers(second.content, "a + b")];
  const third = await post(server, { ...GOOD, messages, ...change });
  expect(third.status).toBe(status);
  expect(third.text.includes("Invalid `signature` in `thinking` block")).toBe(status === 400);
});

it.each([
  { what: "thoughts", turn: { thinking: "m".repeat(420), text: "Done." }, left: ["thinking"] },
  { what: "words", turn: { thinking: "m".repeat(200), text: "x".repeat(400) }, left: ["thinking", "text"] },
  {
    what: "calls",
    turn: { text: "So.", calls: [{ tool: "read_file", input: { path: "p".repeat(500) } }] },
    left: ["text"],
  },
])("cuts a reply at max_tokens with its thoughts counted: in the middle of $what", async ({ turn, left }) => {
  const { content, stop_reason: reason } = await reply(await started({ reply: turn }), GOOD);
  expect([content.map(({ type }) => type), reason]).toEqual([left, "max_tokens"]);
});
