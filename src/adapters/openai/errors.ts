/**
 * Turns errors of OpenAI's SDK into `Failure`s: what broke, whether a retry may help, what a person can do. They never
 * show the key or an id of an organisation.
 */
import { APIConnectionError, APIError } from "openai/error";
import { modelSettingOf } from "#adapters/model/model-names.ts";
import type { ModelTarget } from "#adapters/model/model-target.ts";
import {
  isPromptTooLong,
  isTransientError,
  promptTooLongAdvice,
  refusedPartIn,
  requestedWaitOf,
  rootCauseMessageOf,
  strippedErrorOf,
  withoutKey,
} from "#adapters/model/sdk-errors.ts";
import { Failure } from "#ports/failure.ts";

/**
 * Codes of an error that waiting does not help: a limit on money. https://platform.openai.com/docs/guides/error-codes
 */
const MONEY = /insufficient_quota|billing/;

/** Kinds and codes of an error inside a stream that a retry does not help; such an error has no status. */
const LASTING = /invalid|authentication|permission|not_found|quota|billing|context_length/;

/**
 * The failure for an error that broke a call. Its cause keeps name, text and stack only: headers and body name the
 * organisation.
 */
export function openaiFailureOf(error: Error, asked: ModelTarget): Failure {
  const oversized = error instanceof APIError && isPromptTooLong(error.status, wordsOf(error));
  const words = oversized ? promptTooLongAdvice(asked, error.message.slice(0, 500)) : describe(error, asked);
  const message = withoutKey(`${words}${request(error)}`, asked.key);
  return new Failure("model", message, {
    retryable: !oversized && isTransient(error),
    oversized,
    refuses: error instanceof APIError ? refusedPartIn(error.status, wordsOf(error)) : null,
    cause: strippedErrorOf(error, asked.key),
  });
}

/** Milliseconds that the provider asks us to wait; null when it does not say. */
export function openaiRetryAfter(error: Error, now: number): number | null {
  return requestedWaitOf(error instanceof APIError ? error.headers : undefined, now);
}

function isTransient(error: Error): boolean {
  // No answer of the provider: the stream ended or broke in the middle.
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return true;
  if (isMoney(error)) return false;
  return error.status === undefined ? !LASTING.test(kindOf(error)) : isTransientError(error.status, error.headers);
}

function kindOf({ code, type }: APIError): string {
  return `${code ?? ""} ${type ?? ""}`;
}

function wordsOf(error: APIError): string {
  return `${kindOf(error)} ${error.param ?? ""} ${error.message}`;
}

function isMoney(error: APIError): boolean {
  return error.status === 402 || MONEY.test(kindOf(error));
}

function describe(error: Error, asked: ModelTarget): string {
  if (error instanceof APIConnectionError)
    return `cannot reach the model at ${asked.baseUrl}: ${rootCauseMessageOf(error)}`;
  if (!(error instanceof APIError)) return `the answer of ${asked.id} broke off: ${rootCauseMessageOf(error)}`;
  if (isMoney(error))
    return `${asked.baseUrl} stopped this account at a limit on its money: raise the limit or pay there, then resume`;
  return (
    advice(error, asked) ??
    `${asked.baseUrl} answered ${error.status ?? "in the stream"}: ${error.message.slice(0, 500)}`
  );
}

/** What a person can do about it; null where only the provider's own message helps. */
function advice(error: APIError, { id, name, baseUrl }: ModelTarget): string | null {
  switch (error.status) {
    case 401:
      return `${baseUrl} does not accept the key: set OPENAI_API_KEY to a valid one`;
    case 403:
      return (
        `${baseUrl} forbids this key the model ${id}: ` +
        `give OPENAI_API_KEY a key that may use it, or change ${modelSettingOf(name)}`
      );
    case 404:
      return error.error === undefined
        ? `nothing answers at ${baseUrl}/chat/completions: check OPENAI_BASE_URL`
        : `${baseUrl} knows no model ${id}: set ${modelSettingOf(name)} to one that it offers now`;
    default:
      return null;
  }
}

function request(error: Error): string {
  return error instanceof APIError && error.requestID ? ` (request ${error.requestID})` : "";
}
