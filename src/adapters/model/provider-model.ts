/** The port `Model` over one provider: the same for each, but for its requests, its prices and how one attempt is made. */
import type { Config } from "#core/config.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { addressOf, keyOf } from "./access.ts";
import type { Asked } from "./asked.ts";
import type { Deadline } from "./deadline.ts";
import { namesOf } from "./names.ts";
import { type Attempt, replyWithin } from "./persist.ts";

/** `baseUrl` absent = the provider's own; the environment is never read here. `clock` times the pauses between attempts, `random` spreads them. */
export interface ProviderOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly models: Config["models"];
  readonly clock: Clock;
  readonly random: Random;
}

/** Sends a request once. Throws bugs only. */
export type AttemptWith<P> = (params: P, asked: Asked, deadline: Deadline) => Promise<Attempt>;

/** Attempts at one address with one key. The clock tells what a date in `retry-after` comes to. */
export type AttemptsAt<P> = (baseUrl: string, key: string, clock: Clock) => AttemptWith<P>;

/** What differs. `home`: the provider's own address. `key`, `address`: the variables that people set, for messages. */
export interface ProviderApi<P> {
  readonly home: string;
  readonly key: string;
  readonly address: string;
  readonly worstPrice: (id: string) => ReturnType<Model["price"]>;
  readonly requestOf: (prompt: Prompt, id: string) => P;
  /** Loads the provider's SDK, which is a good part of the program: with the first call, and of no provider that is not asked. */
  readonly load: () => Promise<AttemptsAt<P>>;
}

/** Throws an `Error` when the key or the address cannot be one (a key with blanks or line ends inside); neither is tried yet. */
export function providerModel<P>(api: ProviderApi<P>, { apiKey, baseUrl: address, models, clock, random }: ProviderOptions): Model {
  const key = keyOf(apiKey, api.key);
  const baseUrl = addressOf(address || api.home, api.address);
  const { idOf, nameOf } = namesOf(models);
  let loading: Promise<AttemptWith<P>> | null = null;
  return {
    price: (model) => api.worstPrice(idOf(model)),
    reply: (prompt, signal) => {
      const asked = { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key };
      const params = api.requestOf(prompt, asked.id);
      const once = async (deadline: Deadline): Promise<Attempt> => {
        loading ??= api.load().then((attemptsAt) => attemptsAt(baseUrl, key, clock));
        return (await loading)(params, asked, deadline);
      };
      return replyWithin(prompt, { id: asked.id, once }, signal, { clock, random });
    },
  };
}
