/** Anthropic's exchange of an identity for a token (SDK 1.11, `lib/credentials/oidc-federation`): RFC 7523's grant, as JSON. */
import type { IncomingMessage } from "node:http";
import * as z from "zod";

/** Whom the rule trusts. */
export interface Trust {
  readonly ruleId: string;
  readonly organizationId: string;
  readonly trusts: (identity: string) => boolean;
  /** Another token than the one that is taken afterwards. */
  readonly gives?: string;
  /** Seconds that a token is good for. */
  readonly lasts?: number;
}

/** The answer, to be sent as JSON. */
interface Exchanged {
  readonly status: number;
  readonly body: unknown;
}

const Asked = z.strictObject({
  grant_type: z.literal("urn:ietf:params:oauth:grant-type:jwt-bearer"),
  assertion: z.string(),
  federation_rule_id: z.string(),
  organization_id: z.string(),
  service_account_id: z.string().optional(),
  workspace_id: z.string().optional(),
});

/** Gives `token` to whoever the rule trusts. `raw`: the request's body. */
export function exchanged(request: IncomingMessage, raw: string, trust: Trust, token: string): Exchanged {
  const asked = Asked.safeParse(JSON.parse(raw));
  if (!asked.success || !String(request.headers["anthropic-beta"]).includes("oidc-federation-2026-04-01"))
    return { status: 400, body: { error: "invalid_request", error_description: "not the grant that is described" } };
  const { assertion, federation_rule_id, organization_id } = asked.data;
  if (federation_rule_id !== trust.ruleId || organization_id !== trust.organizationId || !trust.trusts(assertion))
    return { status: 401, body: { error: "invalid_grant", error_description: "no rule trusts this identity", assertion } };
  return { status: 200, body: { access_token: trust.gives ?? token, token_type: "Bearer", expires_in: trust.lasts ?? 3600 } };
}
