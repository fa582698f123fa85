/** Checks the keys and addresses of the providers of models, as the environment gives them. */
import * as z from "zod";
import { PROVIDERS } from "#core/config/providers.ts";
import { Address, needed } from "./setting.ts";

const [FIRST_KEY = "", ...OTHER_KEYS] = Object.values(PROVIDERS).map(({ key }) => key);

const Key = z
  .string(needed(`give the key of the model's API, here or as ${OTHER_KEYS.join(" or ")}`))
  .regex(/^[\x21-\x7e]+$/, "holds no key: set it to one line without blanks");

/**
 * The schema of each variable. One provider's key is enough, and so is workload identity without a key: the first
 * provider's key is asked for where there is neither.
 */
export function providerKeys(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, z.ZodType>> {
  const all = Object.values(PROVIDERS);
  const isLetIn = all.some(({ key, federation }) => given[key] ?? (federation && given[federation.rule]));
  const each = all.flatMap(({ key, address }): [string, z.ZodType][] => [
    [key, isLetIn || key !== FIRST_KEY ? Key.optional() : Key],
    [address, Address("it").optional()],
  ]);
  return Object.fromEntries(each);
}
