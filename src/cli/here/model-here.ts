/**
 * Chooses the model of the command line: access to each provider from the environment, and a clear error where a key is
 * missing.
 */
import { accessesIn, type ProviderAccesses } from "#adapters/model/provider-access.ts";
import { modelByProvider, providerAccessOf } from "#adapters/model-by-provider.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Config } from "#core/config/config.ts";
import {
  credentialAdviceOf,
  credentialVariableOf,
  missingCredentialOf,
  modelsOf,
} from "#core/config/model-provider.ts";
import type { Model } from "#ports/model.ts";

/** Gives the models that the environment has keys for. Throws `Misuse` for a malformed key or address. */
export function modelOf({ env }: Terminal, models: Config["models"]): Model {
  const access = accessOf(env);
  mustServe(modelsOf(models, []), access);
  return orMisuse(() => modelByProvider({ access, models, clock: systemClock, random: systemRandom, atOnce: true }));
}

/** The access that the environment holds. Throws `Misuse` for a federation that is not whole. */
export function accessOf(env: Terminal["env"]): ProviderAccesses {
  return orMisuse(() => accessesIn(env));
}

/** Throws `Misuse`, with the name of the variable, when a model that may be asked has no key. */
export function mustServe(names: readonly string[], access: ProviderAccesses): void {
  const here = providerAccessOf(access);
  const lack = missingCredentialOf(names, here);
  if (lack === null) return;
  if (lack.what === "address")
    throw new Misuse(`no address for the model ${lack.model}: set ${credentialVariableOf(lack)}`);
  throw new Misuse(
    `no key for the model: set ${credentialAdviceOf(lack, here)} for ${lack.model} ` +
      `(and ${credentialVariableOf({ ...lack, what: "address" })} for another server than its provider's)`,
  );
}
