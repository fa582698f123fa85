import { afterEach, expect, it } from "vitest";
import { stand as anthropic } from "../anthropic/stand.ts";
import { stand as openai } from "../openai/stand.ts";
import { aPrompt } from "./model-contract.ts";

const calm = new AbortController().signal;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Turns = Parameters<typeof anthropic>[0];

async function efforts(make: typeof anthropic, turns: Turns, ...prompts: readonly Partial<ReturnType<typeof aPrompt>>[]) {
  const { model, server, close } = await make(turns);
  open.push({ close });
  for (const prompt of prompts) await model.reply(aPrompt(prompt), calm);
  return server.requests.map(({ raw }): unknown => {
    const { output_config: output, reasoning_effort: effort } = JSON.parse(raw);
    return output?.effort ?? effort ?? null;
  });
}

const said = (count: number): Turns => Array.from({ length: count }, () => ({ reply: { text: "Done." } }));

it.each([
  { who: "anthropic", make: anthropic, model: "claude-opus-5-5", effort: "xhigh", sent: "xhigh" },
  { who: "anthropic", make: anthropic, model: "claude-haiku-4-5", effort: "high", sent: null },
  { who: "openai", make: openai, model: "gpt-5.2", effort: "medium", sent: "medium" },
  { who: "openai", make: openai, model: "o3", effort: "max", sent: "high" },
  { who: "openai", make: openai, model: "gpt-4.1", effort: "high", sent: null },
  { who: "openai", make: openai, model: "openai:llama-4", effort: "high", sent: null },
] as const)("tells $model of $who an effort of $effort as $sent", async ({ make, model, effort, sent }) => {
  expect(await efforts(make, said(2), { model, effort }, { model })).toEqual([sent, null]);
});

it.each([
  { who: "anthropic", make: anthropic, model: "claude-opus-4-1", message: "This model does not support the effort parameter." },
  { who: "openai", make: openai, model: "gpt-5-next", message: "Unsupported parameter: 'reasoning_effort'" },
] as const)("asks $model without an effort once $who has refused it", async ({ make, model, message }) => {
  const turns: Turns = [{ fault: { status: 400, message } }, ...said(2)];
  expect(await efforts(make, turns, { model, effort: "high" }, { model, effort: "high" })).toEqual(["high", null, null]);
});
