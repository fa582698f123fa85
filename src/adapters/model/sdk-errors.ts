/** What both SDKs' errors have in common: how long to wait, what lies at the bottom, and nothing of the key. */
import { modelSettingOf } from "./model-names.ts";
import type { ModelTarget } from "./model-target.ts";

/** Milliseconds that the service asks us to wait; null when it does not say. https://developer.mozilla.org/docs/Web/HTTP/Headers/Retry-After */
export function requestedWaitOf(headers: Headers | undefined, now: number): number | null {
  const exact = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (exact >= 0) return exact;
  const said = headers?.get("retry-after") ?? "";
  const wait = /^\d/.test(said) ? Number.parseFloat(said) * 1000 : Date.parse(said) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** Nobody gets another answer by asking again (S3.34). */
const LASTING = [400, 401, 402, 403, 404, 413, 422];

/** Whether the same call may succeed later: never after the request was found wrong, else as the service says, else by the status (S3.34, S3.59). */
export function isTransientError(status: number, headers: Headers | undefined): boolean {
  if (LASTING.includes(status)) return false;
  const told = headers?.get("x-should-retry");
  if (told === "true" || told === "false") return told === "true";
  return [408, 409, 429].includes(status) || status >= 500;
}

/**
 * What services say of a prompt that is longer than the window of the model: Anthropic ("prompt is too long: 208310 tokens > 200000 maximum",
 * "input length and `max_tokens` exceed context limit"), OpenAI and vLLM (`context_length_exceeded`, "maximum context length is"), llama.cpp
 * (`exceed_context_size_error`). There is no status of its own for it: https://docs.claude.com/en/api/errors
 */
const OVERSIZED =
  /prompt is too long|context_(?:length|size|window)|exceed\w* (?:the )?(?:available )?context|context (?:length|limit|window|size) (?:is|of|exceeded)/i;

/** True where the service refuses the prompt because it is too long. `said`: its words, codes and kinds. A limit of the rate is none. */
export function isPromptTooLong(status: number | undefined, said: string): boolean {
  return status === 413 || (status !== 429 && OVERSIZED.test(said));
}

/** What a person can do where nothing more can be left out of a prompt. `said`: the service's own words. */
export function promptTooLongAdvice({ id, name }: ModelTarget, said: string): string {
  return `the prompt is longer than ${id} takes (${said}): set ${modelSettingOf(name)} to a model with a larger window`;
}

/** The message of the first cause. */
export function rootCauseMessageOf(error: Error): string {
  return error.cause instanceof Error ? rootCauseMessageOf(error.cause) : error.message || error.name;
}

/** The error with name, text and stack only: headers and body name the organisation. Without the key. */
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
