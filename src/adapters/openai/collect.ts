/** Joins the chunks of a stream into one message. */
import type { ChatCompletionChunk } from "openai/resources/chat/completions";

/** A call of a tool with its input as it was streamed. */
export interface StreamedCall {
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

/** The model's message. `finish` is null when the provider did not say why it ended, `usage` when it did not count. */
export interface CollectedMessage {
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly StreamedCall[];
  readonly finish: string | null;
  readonly usage: ChatCompletionChunk["usage"] | null;
}

type Delta = ChatCompletionChunk["choices"][number]["delta"];
type CallDelta = NonNullable<Delta["tool_calls"]>[number];

/** A call as far as it has come, with the index that its chunks name. */
interface Growing {
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly json: string;
}

/**
 * Joins the chunks. Of several choices (we ask for one) the first counts. Services with OpenAI's API leave out fields,
 * so everything may be absent.
 */
export function collectChunks(chunks: readonly ChatCompletionChunk[]): CollectedMessage {
  const choices = chunks.flatMap(({ choices }) => (choices ?? []).filter(({ index }) => (index ?? 0) === 0));
  const deltas = choices.flatMap(({ delta }) => (delta == null ? [] : [delta]));
  const calls = deltas.flatMap(({ tool_calls: pieces }) => pieces ?? []).reduce(grown, []);
  return {
    text: deltas.map(({ content }) => content ?? "").join(""),
    refusal: deltas.map(({ refusal }) => refusal ?? "").join(""),
    calls: calls.map(({ id, name, json }, place) => ({ id: id ?? `call_${place + 1}`, name, json })),
    finish: choices.findLast(({ finish_reason: reason }) => reason != null)?.finish_reason ?? null,
    usage: chunks.findLast(({ usage }) => usage != null)?.usage ?? null,
  };
}

/**
 * Adds a chunk to the call of its index, unless the chunk has another id: some services give every call the index 0.
 */
function grown(calls: readonly Growing[], piece: CallDelta): readonly Growing[] {
  const index = piece.index ?? 0;
  const at = calls.findLastIndex((call) => call.index === index);
  const name = piece.function?.name ?? "";
  const json = piece.function?.arguments ?? "";
  const known = calls[at];
  if (known === undefined || isAnother(known, piece))
    return [...calls, { index, id: piece.id || undefined, name, json }];
  return calls.with(at, { ...known, name: known.name + name, json: known.json + json });
}

function isAnother({ id }: Growing, piece: CallDelta): boolean {
  return Boolean(piece.id) && id !== undefined && piece.id !== id;
}
