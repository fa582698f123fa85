/** Reads the job's access to the providers of models: by the keys among its inputs, or by workload identity. */
import type { Federation } from "#adapters/model/access.ts";
import { accessesBy, type ProviderAccesses } from "#adapters/model/provider-access.ts";
import { type FederationVariables, inputOf, PROVIDERS } from "#core/config/providers.ts";
import { type IdTokens, idToken } from "./identity.ts";
import { InputError } from "./input-error.ts";

type Read = (input: string) => string;

/** The inputs by which a job gets in at the providers. A server's file of identity tokens is none of them. */
export const ACCESS_INPUTS: readonly string[] = Object.values(PROVIDERS).flatMap(({ key, address, federation }) => {
  if (federation === null) return [key, address].map(inputOf);
  const { rule, organization, serviceAccount, workspace, audience } = federation;
  return [key, address, rule, organization, serviceAccount, workspace, audience].map(inputOf);
});

/**
 * `read` gives "" for an input that is not set. `idTokens`: null where the job may not ask for one. Throws `InputError`
 * for inputs that do not go together.
 */
export function accessesOf(read: Read, idTokens: IdTokens | null): ProviderAccesses {
  const valueBy = (variable: string): string => read(inputOf(variable)).trim();
  for (const { key, federation } of Object.values(PROVIDERS)) {
    if (federation !== null && valueBy(key) !== "" && valueBy(federation.rule) !== "")
      throw new InputError(`both ${inputOf(key)} and ${inputOf(federation.rule)} are given: leave one of them out`);
  }
  return accessesBy(valueBy, (provider) => federationOf(PROVIDERS[provider].federation, valueBy, idTokens));
}

function federationOf(variables: FederationVariables | null, read: Read, idTokens: IdTokens | null): Federation | null {
  if (variables === null) return null;
  const { rule, organization, serviceAccount, workspace, audience, usualAudience } = variables;
  if (read(rule) === "") return null;
  if (read(organization) === "")
    throw new InputError(`${inputOf(rule)} is given without ${inputOf(organization)}: give both`);
  if (idTokens === null)
    throw new InputError(
      "this job may not say who it is: give it `id-token: write` under `permissions`, " +
        "or a key in place of the federation",
    );
  return {
    ruleId: read(rule),
    organizationId: read(organization),
    serviceAccountId: read(serviceAccount) || undefined,
    workspaceId: read(workspace) || undefined,
    identity: () => idToken(idTokens, read(audience) || usualAudience),
  };
}
