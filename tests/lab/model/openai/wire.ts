/** An answer of the script as the chunks of a streamed chat completion. */
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Answer } from "../script.ts";
import { tokensOf } from "../usage.ts";
import type { ChatRequest } from "./request.ts";

/** How this format says why a turn ended. A refusal ends in order, with its words in a field of their own. */
const FINISHES: Readonly<Record<string, string>> = { max_tokens: "length", content_filter: "content_filter", refusal: "stop" };

/** A chunk as it is sent: the SDK's type, but for reasons to end that only this lab plays. */
export interface Chunk extends Omit<ChatCompletionChunk, "choices" | "usage"> {
  readonly choices: readonly {
    readonly index: 0;
    readonly delta: Readonly<Record<string, unknown>>;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Readonly<Record<string, unknown>>;
}

/** The chunks of an answer: words, then calls, why it ended, what it cost. `number` makes ids unique; `cached`: tokens of the prompt that were seen before. */
export function chunksOf(answer: Answer, request: ChatRequest, number: number, cached: number): readonly Chunk[] {
  const text = answer.json === undefined ? (answer.text ?? "") : JSON.stringify(answer.json);
  const field = answer.stop === "refusal" ? "refusal" : "content";
  const calls = answer.calls ?? [];
  const deltas = [
    { role: "assistant", content: calls.length > 0 ? null : "" },
    ...pieces(text).map((piece) => ({ [field]: piece })),
    ...calls.flatMap((call, index) => callDeltas(call, index, `call_${number}_${index + 1}`)),
  ];
  const finish = answer.stop === undefined ? (calls.length > 0 ? "tool_calls" : "stop") : (FINISHES[answer.stop] ?? answer.stop);
  const base = { id: `chatcmpl-${number}`, object: "chat.completion.chunk" as const, created: 0, model: request.model };
  return [
    ...deltas.map((delta) => ({ ...base, choices: [{ index: 0 as const, delta, finish_reason: null }] })),
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...base, choices: [], usage: usageOf(request, text + JSON.stringify(calls), cached) },
  ];
}

function callDeltas({ tool, input }: NonNullable<Answer["calls"]>[number], index: number, id: string): Readonly<Record<string, unknown>>[] {
  return [
    { tool_calls: [{ index, id, type: "function", function: { name: tool, arguments: "" } }] },
    ...pieces(JSON.stringify(input)).map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
}

function usageOf(request: ChatRequest, said: string, cached: number): Readonly<Record<string, unknown>> {
  const prompt = promptTokens(request);
  const completion = Math.max(1, tokensOf(said));
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: Math.min(cached, prompt) },
  };
}

/** Tokens of the whole prompt. */
export function promptTokens({ messages, tools }: ChatRequest): number {
  return tokensOf(JSON.stringify([tools ?? [], messages]));
}

/** Ragged pieces that do not respect words, as a real stream has them; a whole emoji stays whole. */
function pieces(text: string): readonly string[] {
  return text.match(/.{1,37}/gsu) ?? [];
}
