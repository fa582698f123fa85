/**
 * The parts that both SDKs' errors share: the wait that the provider asks for, the root cause, and texts without the
 * key.
 */
import type { Failure } from "#ports/failure.ts";
import { modelSettingOf } from "./model-names.ts";
import type { ModelTarget } from "./model-target.ts";

/**
 * Milliseconds that the provider asks us to wait; null when it does not say.
 * https://developer.mozilla.org/docs/Web/HTTP/Headers/Retry-After
 */
export function requestedWaitOf(headers: Headers | undefined, now: number): number | null {
  const exact = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (exact >= 0) return exact;
  const header = headers?.get("retry-after") ?? "";
  const wait = /^\d/.test(header) ? Number.parseFloat(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** Statuses that the same request will get again. */
const LASTING = [400, 401, 402, 403, 404, 413, 422];

/**
 * True when the same request may succeed later: never after the provider found it wrong, else as the provider says,
 * else by the status.
 */
export function isTransientError(status: number, headers: Headers | undefined): boolean {
  if (LASTING.includes(status)) return false;
  const shouldRetry = headers?.get("x-should-retry");
  if (shouldRetry === "true" || shouldRetry === "false") return shouldRetry === "true";
  return [408, 409, 429].includes(status) || status >= 500;
}

/**
 * How providers say that a prompt is longer than the model's context window: Anthropic ("prompt is too long: 208310
 * tokens > 200000 maximum", "input length and `max_tokens` exceed context limit"), OpenAI and vLLM
 * (`context_length_exceeded`, "maximum context length is"), llama.cpp (`exceed_context_size_error`). No status is
 * reserved for it: https://docs.claude.com/en/api/errors
 */
const OVERSIZED = new RegExp(
  [
    "prompt is too long",
    "context_(?:length|size|window)",
    String.raw`exceed\w* (?:the )?(?:available )?context`,
    "context (?:length|limit|window|size) (?:is|of|exceeded)",
  ].join("|"),
  "i",
);

/**
 * True where the provider refuses the prompt because it is too long. `words`: its message, codes and kinds. A rate
 * limit does not count.
 */
export function isPromptTooLong(status: number | undefined, words: string): boolean {
  return status === 413 || (status !== 429 && OVERSIZED.test(words));
}

/** How providers name the effort in a refusal. */
const EFFORT = /\beffort\b|reasoning_effort/i;

/** How providers name the answer's schema in a refusal, and how they name those of tools. */
const SCHEMA = /output_config|output_format|response_format|json_schema|grammar|\bschema\b/i;
const TOOL_SCHEMA = /\btools?\.\d|input_schema|parameters\.properties/i;

/**
 * The part of a prompt that the provider refuses and that an answer needs not: the effort, which not every model takes,
 * or the schema of the answer, which is larger than a grammar may be or unknown to the service. `words`: its message,
 * codes and parameter.
 */
export function refusedPartIn(status: number | undefined, words: string): Failure["refuses"] {
  if (status !== 400 && status !== 422) return null;
  if (EFFORT.test(words)) return "effort";
  return SCHEMA.test(words) && !TOOL_SCHEMA.test(words) ? "format" : null;
}

/** What a person can do when nothing more can be left out of a prompt. `words`: the provider's own message. */
export function promptTooLongAdvice({ id, name }: ModelTarget, words: string): string {
  return (
    `the prompt is longer than ${id} takes (${words}): ` + `set ${modelSettingOf(name)} to a model with a larger window`
  );
}

/** The message of the first cause. */
export function rootCauseMessageOf(error: Error): string {
  return error.cause instanceof Error ? rootCauseMessageOf(error.cause) : error.message || error.name;
}

/** The error with name, text and stack only, without the key: headers and body name the organisation. */
export function strippedErrorOf(error: Error, key: string | null): Error {
  const cause = new Error(withoutKey(error.message, key));
  cause.name = error.name;
  cause.stack = withoutKey(error.stack ?? "", key);
  return cause;
}

/** The text without the key. */
export function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, "[key]");
}
