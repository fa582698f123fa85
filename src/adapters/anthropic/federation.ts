/**
 * Gets Anthropic's short-lived tokens by workload identity federation
 * (https://platform.claude.com/docs/en/manage-claude/wif-providers/github-actions).
 */
import { AnthropicError } from "@anthropic-ai/sdk/error";
import { oidcFederationProvider } from "@anthropic-ai/sdk/lib/credentials/oidc-federation";
import type { AccessTokenProvider } from "@anthropic-ai/sdk/lib/credentials/types";
import type { Federation } from "#adapters/model/access.ts";
import { Failure } from "#ports/failure.ts";

/** Milliseconds for one exchange. */
const PATIENCE = 30_000;

/** `Federation.identity` failed: its failure, as an error that the SDK's callers know. */
export class NoIdentity extends AnthropicError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Returns the provider of tokens that the SDK calls each time that one expires. It rejects with the SDK's
 * `WorkloadIdentityError` or with `NoIdentity`.
 */
export function federatedTokensFor({ ruleId, identity, ...ids }: Federation, baseURL: string): AccessTokenProvider {
  return oidcFederationProvider({
    federationRuleId: ruleId,
    ...ids,
    baseURL,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE) }),
    identityTokenProvider: () =>
      identity().catch((error: unknown) => {
        throw error instanceof Failure ? new NoIdentity(error) : error;
      }),
  });
}
