/** The port `Model` over one provider: the same for each, but for its requests, its prices and how one attempt is made. */
import type { Config } from "#core/config/config.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { checkedBaseUrl, type Federation } from "./access.ts";
import type { Deadline } from "./deadline.ts";
import { modelNamesOf } from "./model-names.ts";
import type { ModelTarget } from "./model-target.ts";
import { type AttemptResult, replyWithRetries } from "./retry.ts";

/** `baseUrl` absent = the provider's own; the environment is never read here. `clock` times the pauses between attempts, `random` spreads them. */
export interface ProviderOptions {
  readonly baseUrl?: string | undefined;
  readonly models: Config["models"];
  readonly clock: Clock;
  readonly random: Random;
  /** Loads the SDK now, not with the first call: for a program that is sure to ask, and has something to wait for until then. */
  readonly atOnce?: boolean;
}

/** Sends a request once. Throws bugs only. */
export type AttemptWith<P> = (params: P, asked: ModelTarget, deadline: Deadline) => Promise<AttemptResult>;

/** Attempts at one address; `C` is what lets us in there. The clock tells what a date in `retry-after` comes to. */
export type AttemptsAt<P, C> = (baseUrl: string, credential: C, clock: Clock) => AttemptWith<P>;

/** What differs. `home`: the provider's own address. `address`: the variable that people set, for messages. */
export interface ProviderApi<P, C> {
  readonly home: string;
  readonly address: string;
  readonly worstPrice: (id: string) => ReturnType<Model["price"]>;
  readonly requestOf: (prompt: Prompt, id: string) => P;
  /** Loads the provider's SDK, which is a good part of the program: once, with the first call or `atOnce`. */
  readonly load: () => Promise<AttemptsAt<P, C>>;
}

/** `credential`: a key, or who we are. Throws an `Error` when the address cannot be one; nothing is tried yet. */
export function providerModel<P, C extends string | Federation>(
  api: ProviderApi<P, C>,
  credential: C,
  { baseUrl: address, models, clock, random, atOnce = false }: ProviderOptions,
): Model {
  const key = typeof credential === "string" ? credential : null;
  const baseUrl = checkedBaseUrl(address || api.home, api.address);
  const { idOf, nameOf } = modelNamesOf(models);
  let loading: Promise<AttemptWith<P>> | null = null;
  const load = (): Promise<AttemptWith<P>> => {
    loading ??= api.load().then((attemptsAt) => attemptsAt(baseUrl, credential, clock));
    return loading;
  };
  // What goes wrong here is thrown at whoever asks.
  if (atOnce) load().catch(() => undefined);
  return {
    price: (model) => api.worstPrice(idOf(model)),
    reply: (prompt, signal) => {
      const asked = { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key };
      const params = api.requestOf(prompt, asked.id);
      const once = async (deadline: Deadline): Promise<AttemptResult> => {
        return (await load())(params, asked, deadline);
      };
      return replyWithRetries(prompt, { id: asked.id, makeAttempt: once }, signal, { clock, random });
    },
  };
}
