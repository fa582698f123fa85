/** The models behind the tiers that a configuration leaves open: those of a provider that there is a key for. */
import * as z from "zod";
import { PROVIDERS, Provider } from "./providers.ts";
import type { Models } from "./tier.ts";

/**
 * The models of the first provider of the table that has a key here; of Anthropic where none has. One key is enough
 * without any configuration.
 */
export function usualModels(keys: readonly Provider[]): Models {
  return PROVIDERS[Provider.options.find((provider) => keys.includes(provider)) ?? "anthropic"].tiers;
}

const Mapping = z.record(z.string(), z.unknown());

/** A configuration as it was written, with the usual models for the tiers that it does not name. */
export function withUsualModels(written: unknown, keys: readonly Provider[]): unknown {
  const config = Mapping.safeParse(written);
  const named = Mapping.safeParse(config.data?.["models"] ?? {});
  // What is no mapping is left as it is: the schema says so.
  if (!config.success || !named.success || config.data["models"] === null) return written;
  return { ...config.data, models: { ...usualModels(keys), ...named.data } };
}
