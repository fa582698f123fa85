/** An answer of the script in Anthropic's wire format: as one JSON message, or as the events of a stream. */
import type { Answer } from "./script.ts";
import { type InputUsage, tokensOf } from "./usage.ts";

/** One block of the answer's content. */
type AnswerBlock =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string; readonly citations: null }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly caller: { readonly type: "direct" };
    };

export interface WireAnswer {
  readonly id: string;
  readonly content: readonly AnswerBlock[];
  readonly stop_reason: string;
}

/** The content of an answer: thinking, then text (or `json` as text), then tool calls. `number` makes ids and signatures unique. */
export function answerOf(answer: Answer, number: number): WireAnswer {
  const text = answer.json === undefined ? answer.text : JSON.stringify(answer.json);
  const content: AnswerBlock[] = [
    ...(answer.thinking === undefined ? [] : [{ type: "thinking" as const, thinking: answer.thinking, signature: `signature_${number}` }]),
    ...(text === undefined ? [] : [{ type: "text" as const, text, citations: null }]),
    ...(answer.calls ?? []).map(({ tool, input }, place) => ({
      type: "tool_use" as const,
      id: `toolu_${number}_${place + 1}`,
      name: tool,
      input,
      caller: { type: "direct" as const },
    })),
  ];
  return { id: `msg_${number}`, content, stop_reason: answer.stop ?? ((answer.calls ?? []).length > 0 ? "tool_use" : "end_turn") };
}

/**
 * The answer as far as it has room in so many tokens, thoughts counted: a text ends in the middle, a call that is not whole is not there. A turn
 * that ends for a reason of the script's own is left as it is.
 */
export function cutAt(most: number, answer: WireAnswer): WireAnswer {
  let left = most;
  const whole = answer.content.findIndex((block) => {
    left -= tokensOf(wordsOf(block));
    return left < 0;
  });
  const last = answer.content[whole];
  if (last === undefined || !["tool_use", "end_turn"].includes(answer.stop_reason)) return answer;
  const room = 4 * (left + tokensOf(wordsOf(last)));
  const part: readonly AnswerBlock[] =
    room === 0 || last.type === "tool_use"
      ? []
      : [last.type === "text" ? { ...last, text: last.text.slice(0, room) } : { ...last, thinking: last.thinking.slice(0, room) }];
  return { ...answer, content: [...answer.content.slice(0, whole), ...part], stop_reason: "max_tokens" };
}

function wordsOf(block: AnswerBlock): string {
  if (block.type === "text") return block.text;
  return block.type === "thinking" ? block.thinking : JSON.stringify(block.input);
}

/** The whole message, as a request without `stream` gets it. */
export function messageOf(answer: WireAnswer, model: string, input: InputUsage): Readonly<Record<string, unknown>> {
  return {
    ...opening(answer, model, input),
    content: answer.content,
    stop_reason: answer.stop_reason,
    usage: usageOf(input, outputTokens(answer)),
  };
}

export interface StreamEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The same as a stream of events. */
export function eventsOf(answer: WireAnswer, model: string, input: InputUsage): readonly StreamEvent[] {
  return [
    { type: "message_start", message: { ...opening(answer, model, input), usage: usageOf(input, 1) } },
    { type: "ping" },
    ...answer.content.flatMap(blockEvents),
    {
      type: "message_delta",
      delta: { stop_reason: answer.stop_reason, stop_sequence: null, stop_details: null, container: null },
      usage: { ...input, output_tokens: outputTokens(answer), output_tokens_details: null, server_tool_use: null },
    },
    { type: "message_stop" },
  ];
}

function opening(answer: WireAnswer, model: string, input: InputUsage): Readonly<Record<string, unknown>> {
  return {
    id: answer.id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: usageOf(input, 0),
  };
}

function usageOf(input: InputUsage, output: number): Readonly<Record<string, unknown>> {
  const { cache_creation_input_tokens: created } = input;
  return {
    ...input,
    output_tokens: output,
    cache_creation: { ephemeral_5m_input_tokens: created, ephemeral_1h_input_tokens: 0 },
    service_tier: "standard",
  };
}

function outputTokens(answer: WireAnswer): number {
  return answer.content.reduce((sum, block) => sum + tokensOf(JSON.stringify(block)), 0);
}

function blockEvents(block: AnswerBlock, index: number): readonly StreamEvent[] {
  const delta = (change: Readonly<Record<string, unknown>>): StreamEvent => ({ type: "content_block_delta", index, delta: change });
  const start = (empty: Readonly<Record<string, unknown>>): StreamEvent => ({
    type: "content_block_start",
    index,
    content_block: { ...block, ...empty },
  });
  const stop = { type: "content_block_stop", index };
  switch (block.type) {
    case "text":
      return [start({ text: "" }), ...pieces(block.text).map((text) => delta({ type: "text_delta", text })), stop];
    case "thinking":
      return [
        start({ thinking: "", signature: "" }),
        ...pieces(block.thinking).map((thinking) => delta({ type: "thinking_delta", thinking })),
        delta({ type: "signature_delta", signature: block.signature }),
        stop,
      ];
    case "tool_use": {
      const json = pieces(JSON.stringify(block.input)).map((part) => delta({ type: "input_json_delta", partial_json: part }));
      return [start({ input: {} }), delta({ type: "input_json_delta", partial_json: "" }), ...json, stop];
    }
  }
}

/** Ragged pieces that do not respect words, as a real stream has them; a whole emoji stays whole. */
function pieces(text: string): readonly string[] {
  return text.match(/.{1,37}/gsu) ?? [];
}
