/**
 * Turns errors of Anthropic's SDK into `Failure`s: what broke, whether a retry may help, what a person can do. They
 * never show the key or an id of an organisation.
 */
import { type AnthropicError, APIConnectionError, APIError } from "@anthropic-ai/sdk/error";
import { WorkloadIdentityError } from "@anthropic-ai/sdk/lib/credentials/types";
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
import { NoIdentity } from "./federation.ts";

/**
 * Codes of a 429 that waiting does not help: a limit on money (SDK 1.11, `EnforcedSpendLimitReachedError` and its kin).
 */
const MONEY = /spend_limit|ramp_limit|billing/;

/** Kinds of an `error` event inside a stream that a retry may help; such an event has no status. */
const PASSING = ["overloaded_error", "api_error", "rate_limit_error", "timeout_error", "gateway_timeout_error"];

/**
 * The failure for an error of the SDK. Its cause keeps name, text and stack only: headers and body name the
 * organisation.
 */
export function anthropicFailureOf(error: AnthropicError, asked: ModelTarget): Failure {
  if (error instanceof NoIdentity) return error.failure;
  const oversized = error instanceof APIError && isPromptTooLong(error.status, messageIn(error));
  const words = oversized ? promptTooLongAdvice(asked, messageIn(error)) : describe(error, asked);
  const message = withoutKey(`${words}${request(error)}`, asked.key);
  return new Failure("model", message, {
    retryable: !oversized && isTransient(error),
    oversized,
    refuses: error instanceof APIError ? refusedPartIn(error.status, messageIn(error)) : null,
    cause: strippedErrorOf(error, asked.key),
  });
}

/** Milliseconds that the provider asks us to wait; null when it does not say. */
export function anthropicRetryAfter(error: AnthropicError, now: number): number | null {
  return requestedWaitOf(error instanceof APIError ? error.headers : undefined, now);
}

function isTransient(error: AnthropicError): boolean {
  if (error instanceof WorkloadIdentityError)
    return error.statusCode === null
      ? error.message.startsWith("Failed to reach")
      : isTransientError(error.statusCode, undefined);
  // No answer of the provider: the stream ended or broke in the middle.
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return true;
  if (error.status === undefined) return error.type === null || PASSING.includes(error.type);
  if (isMoney(error)) return false;
  return isTransientError(error.status, error.headers);
}

function isMoney(error: APIError): boolean {
  return error.status === 402 || MONEY.test(error.errorCode ?? "");
}

function describe(error: AnthropicError, asked: ModelTarget): string {
  if (error instanceof WorkloadIdentityError)
    return (
      `Anthropic gave no token for this identity (${asked.baseUrl}): ${error.message.slice(0, 500)}. ` +
      "Check the federation rule and its ids"
    );
  if (error instanceof APIConnectionError)
    return `cannot reach the model at ${asked.baseUrl}: ${rootCauseMessageOf(error)}`;
  if (!(error instanceof APIError)) return `the answer of ${asked.id} broke off: ${rootCauseMessageOf(error)}`;
  if (isMoney(error))
    return (
      "Anthropic stopped this account at a limit on its money: " +
      "raise the limit or pay in the Claude Console, then resume"
    );
  return advice(error, asked) ?? `Anthropic answered ${error.status ?? "in the stream"}: ${messageIn(error)}`;
}

/** What a person can do about it; null where only the provider's own message helps. */
function advice(error: APIError, asked: ModelTarget): string | null {
  const setting = modelSettingOf(asked.name);
  switch (error.status) {
    case 401:
      return asked.key === null
        ? "Anthropic does not accept the token that it gave for this identity: " +
            `check the federation rule's workspace (${asked.baseUrl})`
        : `Anthropic does not accept the key: set ANTHROPIC_API_KEY to a valid one (${asked.baseUrl})`;
    case 403:
      return asked.key === null
        ? `Anthropic forbids this identity the model ${asked.id}: let its service account use it, or change ${setting}`
        : `Anthropic forbids this key the model ${asked.id}: ` +
            `give ANTHROPIC_API_KEY a key that may use it, or change ${setting}`;
    case 404:
      return error.type === "not_found_error"
        ? `Anthropic knows no model ${asked.id}: set ${setting} to one that it offers now`
        : `nothing answers at ${asked.baseUrl}/v1/messages: check ANTHROPIC_BASE_URL`;
    default:
      return null;
  }
}

function messageIn(error: APIError): string {
  return (error.apiMessage ?? error.message).slice(0, 500);
}

function request(error: AnthropicError): string {
  return error instanceof APIError && error.requestID ? ` (request ${error.requestID})` : "";
}
