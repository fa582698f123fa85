/**
 * The floor is a loop with six tools on `node:http`, without dependencies, limits or checks: a yardstick for what any
 * program on Node has to pay. It is started as `node dist/bench-floor.mjs "<task>"`, and reads ANTHROPIC_BASE_URL,
 * ANTHROPIC_API_KEY and ANTHROPIC_MODEL.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type Block, type Message, messageOf } from "./message.ts";
import { runTool, TOOLS } from "./tools.ts";

const SYSTEM = `You work on one task in a git repository on a CI runner, without a person to ask.
Use the tools to read, edit and run. Make the smallest change that does the task, run what checks it,
and end with a short report of what you did and what you could not check.`;

const { ANTHROPIC_BASE_URL = "", ANTHROPIC_API_KEY = "", ANTHROPIC_MODEL = "" } = process.env;
const url = new URL(`${ANTHROPIC_BASE_URL}/v1/messages`);
const agent = new Agent({ keepAlive: true });
const headers = {
  "content-type": "application/json",
  "x-api-key": ANTHROPIC_API_KEY,
  "anthropic-version": "2023-06-01",
};

/** Up to such a mark the service keeps the prompt. */
const cache_control = { type: "ephemeral" };

type Content = readonly object[];

interface Said {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

/** What never changes, in the order in which it is sent. */
const FIXED = {
  model: ANTHROPIC_MODEL,
  max_tokens: 8192,
  stream: true,
  system: [{ type: "text", text: SYSTEM, cache_control }],
  tools: TOOLS,
};

/** Asks the model, with a mark at the end of the last message. Throws an `Error` for an answer that is none. */
async function ask(before: readonly Said[], { role, content }: Said): Promise<Message> {
  const last = { role, content: content.with(-1, { ...content.at(-1), cache_control }) };
  const body = JSON.stringify({ ...FIXED, messages: [...before, last] });
  const length = Buffer.byteLength(body);
  const asking = request(url, { method: "POST", agent, headers: { ...headers, "content-length": length } });
  asking.end(body);
  const [answer] = await once(asking, "response");
  if (answer.statusCode !== 200) throw new Error(`the model answered ${answer.statusCode}`);
  return messageOf(answer);
}

/** The result of a call; what went wrong is told to the model. */
async function resultOf(block: Block): Promise<Content> {
  if (block.type !== "tool_use") return [];
  const result = { type: "tool_result", tool_use_id: block.id };
  return runTool(block.name, block.input).then(
    (content) => [{ ...result, content }],
    (error) => [{ ...result, content: String(error), is_error: true }],
  );
}

const messages: Said[] = [];
let next: Said = { role: "user", content: [{ type: "text", text: process.argv.slice(2).join(" ") }] };
for (;;) {
  const { content, stop } = await ask(messages, next);
  messages.push(next, { role: "assistant", content });
  if (stop !== "tool_use") {
    process.stdout.write(`${content.map((block) => (block.type === "text" ? block.text : "")).join("")}\n`);
    break;
  }
  next = { role: "user", content: (await Promise.all(content.map(resultOf))).flat() };
}
agent.destroy();
