/** Credentials and address of a model provider, as a person configured them: checked before anything is sent. */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/**
 * Workload identity at a provider, in place of a key: the provider trusts an issuer, and gives a short-lived token for
 * a token of that issuer.
 */
export interface Federation {
  /** Ids at the provider; none is a secret. The rule names the issuer that the provider trusts. */
  readonly ruleId: string;
  readonly organizationId: string;
  readonly serviceAccountId: string | undefined;
  readonly workspaceId: string | undefined;
  /** Gives a new token that identifies this process. Rejects with `Failure("model")`. */
  readonly identity: () => Promise<string>;
}

/** A key, and an address where it is not the provider's own. */
export interface KeyAccess {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
}

/** Federation, and an address where it is not the provider's own. */
export interface FederatedAccess {
  readonly federation: Federation;
  readonly baseUrl?: string | undefined;
}

/**
 * The key without blanks around it. Throws an `Error` that names the variable when the key is malformed; sends nothing.
 */
export function checkedApiKey(text: string, variable: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${variable} holds no key: set it to one line without blanks`);
  return key;
}

/**
 * The address without login, query and last slash, because messages show it. Throws an `Error` that names the variable
 * when the address is malformed.
 */
export function checkedBaseUrl(text: string, variable: string): string {
  if (!URL.canParse(text)) throw new Error(`${variable} is no address: ${text}`);
  const { origin, pathname } = new URL(text);
  return trimEndCharacters(`${origin}${pathname}`, "/");
}
