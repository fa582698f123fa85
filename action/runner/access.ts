/**
 * Reads the job's access to the providers of models: by the keys among its inputs, or at Anthropic by workload
 * identity.
 */
import * as z from "zod";
import type { Federation, KeyAccess } from "#adapters/model/access.ts";
import type { ProviderAccesses } from "#adapters/model-by-provider.ts";
import { type IdTokens, idToken } from "./identity.ts";
import { InputError } from "./input-error.ts";

/** The inputs of the access; "" for one that is not set. */
export const AccessInputs = z.object({
  "anthropic-api-key": z.string(),
  "anthropic-base-url": z.string(),
  "anthropic-federation-rule-id": z.string(),
  "anthropic-organization-id": z.string(),
  "anthropic-service-account-id": z.string(),
  "anthropic-workspace-id": z.string(),
  "anthropic-oidc-audience": z.string(),
  "openai-api-key": z.string(),
  "openai-base-url": z.string(),
});
type Given = z.infer<typeof AccessInputs>;

/** The audience that the rules in Anthropic's guide expect. */
const AUDIENCE = "https://api.anthropic.com";

/** `idTokens`: null where the job may not ask for one. Throws `InputError` for inputs that do not go together. */
export function accessesOf(given: Given, idTokens: IdTokens | null): ProviderAccesses {
  const key = keyAccessOf(given["anthropic-api-key"], given["anthropic-base-url"]);
  const federation = federationOf(given, idTokens);
  if (key !== null && federation !== null)
    throw new InputError("both anthropic-api-key and anthropic-federation-rule-id are given: leave one of them out");
  const federated = federation === null ? null : { federation, baseUrl: given["anthropic-base-url"] };
  return { anthropic: key ?? federated, openai: keyAccessOf(given["openai-api-key"], given["openai-base-url"]) };
}

function keyAccessOf(apiKey: string, baseUrl: string): KeyAccess | null {
  return apiKey.trim() === "" ? null : { apiKey, baseUrl };
}

function federationOf(given: Given, idTokens: IdTokens | null): Federation | null {
  const ruleId = given["anthropic-federation-rule-id"];
  const organizationId = given["anthropic-organization-id"];
  if (ruleId === "") return null;
  if (organizationId === "")
    throw new InputError("anthropic-federation-rule-id is given without anthropic-organization-id: give both");
  if (idTokens === null)
    throw new InputError(
      "this job may not say who it is: give it `id-token: write` under `permissions`, " +
        "or a key in place of the federation",
    );
  return {
    ruleId,
    organizationId,
    serviceAccountId: given["anthropic-service-account-id"] || undefined,
    workspaceId: given["anthropic-workspace-id"] || undefined,
    identity: () => idToken(idTokens, given["anthropic-oidc-audience"] || AUDIENCE),
  };
}
