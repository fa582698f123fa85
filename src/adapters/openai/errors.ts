/** The SDK's errors as ours: what broke, whether it may pass, what to do. Never the key, never an id of an organisation. */
import { APIConnectionError, APIError } from "openai/error";
import type { Asked } from "#adapters/model/asked.ts";
import { settingOf } from "#adapters/model/names.ts";
import { deepest, isOversized, isPassing, redacted, slim, tooLong, waitAsked } from "#adapters/model/trouble.ts";
import { Failure } from "#ports/failure.ts";

/** Codes of an error that waiting does not cure: a limit on money. https://platform.openai.com/docs/guides/error-codes */
const MONEY = /insufficient_quota|billing/;

/** Kinds and codes of an error inside a stream that stay; such an error has no status. */
const LASTING = /invalid|authentication|permission|not_found|quota|billing|context_length/;

/** The failure for what broke a call. Its cause keeps name, text and stack only: headers and body name the organisation. */
export function failureOf(error: Error, asked: Asked): Failure {
  const oversized = error instanceof APIError && isOversized(error.status, `${kindOf(error)} ${error.message}`);
  const words = oversized ? tooLong(asked, error.message.slice(0, 500)) : describe(error, asked);
  const message = redacted(`${words}${request(error)}`, asked.key);
  return new Failure("model", message, { retryable: !oversized && passes(error), oversized, cause: slim(error, asked.key) });
}

/** Milliseconds that the service asks us to wait; null when it does not say. */
export function retryAfter(error: Error, now: number): number | null {
  return waitAsked(error instanceof APIError ? error.headers : undefined, now);
}

function passes(error: Error): boolean {
  // Not an answer of the service: the stream ended or broke in the middle.
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return true;
  if (isMoney(error)) return false;
  return error.status === undefined ? !LASTING.test(kindOf(error)) : isPassing(error.status, error.headers);
}

function kindOf({ code, type }: APIError): string {
  return `${code ?? ""} ${type ?? ""}`;
}

function isMoney(error: APIError): boolean {
  return error.status === 402 || MONEY.test(kindOf(error));
}

function describe(error: Error, asked: Asked): string {
  if (error instanceof APIConnectionError) return `cannot reach the model at ${asked.baseUrl}: ${deepest(error)}`;
  if (!(error instanceof APIError)) return `the answer of ${asked.id} broke off: ${deepest(error)}`;
  if (isMoney(error)) return `${asked.baseUrl} stopped this account at a limit on its money: raise the limit or pay there, then resume`;
  return cure(error, asked) ?? `${asked.baseUrl} answered ${error.status ?? "in the stream"}: ${error.message.slice(0, 500)}`;
}

/** What a person can do about it; null where there is nothing but the service's own words. */
function cure(error: APIError, { id, name, baseUrl }: Asked): string | null {
  switch (error.status) {
    case 401:
      return `${baseUrl} does not accept the key: set OPENAI_API_KEY to a valid one`;
    case 403:
      return `${baseUrl} forbids this key the model ${id}: give OPENAI_API_KEY a key that may use it, or change ${settingOf(name)}`;
    case 404:
      return error.error === undefined
        ? `nothing answers at ${baseUrl}/chat/completions: check OPENAI_BASE_URL`
        : `${baseUrl} knows no model ${id}: set ${settingOf(name)} to one that it offers now`;
    default:
      return null;
  }
}

function request(error: Error): string {
  return error instanceof APIError && error.requestID ? ` (request ${error.requestID})` : "";
}
