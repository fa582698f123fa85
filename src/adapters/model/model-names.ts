/**
 * Maps the name of a model in a prompt to the id that its provider knows, and back to the setting that a message must
 * name.
 */
import type { Config } from "#core/config/config.ts";
import { wireIdOf } from "#core/config/model-provider.ts";
import { Tier } from "#core/config/tier.ts";

/**
 * `id`: what the provider gets. `name`: the tier whose setting holds the id, else the id. Both functions take a tier or
 * an id.
 */
export interface ModelNames {
  readonly idOf: (name: string) => string;
  readonly nameOf: (name: string) => string;
}

/** Callers pass the concrete id; a message about it must still name the setting. */
export function modelNamesOf(models: Config["models"]): ModelNames {
  return {
    idOf: (name) => {
      const tier = Tier.safeParse(name);
      return wireIdOf(tier.success ? models[tier.data] : name);
    },
    nameOf: (name) => Tier.options.find((tier) => models[tier] === name) ?? name,
  };
}

/** The setting in which a person changes the model of this name. */
export function modelSettingOf(name: string): string {
  return Tier.safeParse(name).success ? `models.${name} in .github/loopwright.yml` : "the model's name";
}
