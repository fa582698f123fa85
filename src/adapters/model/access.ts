/** How we are let in at a provider, and where it is, as a person gave them: looked at before anything is sent. */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** Who we are for a provider, in place of a key: it gives a short-lived token to whoever shows a token of an issuer that it trusts. */
export interface Federation {
  /** Ids at the provider; no secrets. The rule says whom it trusts. */
  readonly ruleId: string;
  readonly organizationId: string;
  readonly serviceAccountId: string | undefined;
  readonly workspaceId: string | undefined;
  /** A fresh token that says who this process is. Rejects with `Failure("model")`. */
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

/** The key without blanks around it. Throws an `Error` that names the variable when it cannot be one; it is not tried. */
export function checkedApiKey(text: string, variable: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${variable} holds no key: set it to one line without blanks`);
  return key;
}

/** The address without login, query and last slash: it stands in messages. Throws an `Error` that names the variable when it is none. */
export function checkedBaseUrl(text: string, variable: string): string {
  if (!URL.canParse(text)) throw new Error(`${variable} is no address: ${text}`);
  const { origin, pathname } = new URL(text);
  return trimEndCharacters(`${origin}${pathname}`, "/");
}
