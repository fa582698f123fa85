/** The port `Model` over one provider. Providers differ only in their requests, their prices and their SDK. */
import type { Config } from "#core/config/config.ts";
import { PROVIDERS, type Provider } from "#core/config/providers.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Model, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { checkedBaseUrl, type Federation } from "./access.ts";
import type { Deadline } from "./deadline.ts";
import { modelNamesOf } from "./model-names.ts";
import type { ModelTarget } from "./model-target.ts";
import { rememberRefused, withoutRefused } from "./refused-parts.ts";
import { type AttemptResult, replyWithRetries } from "./retry.ts";
import { worstPriceOf } from "./tariff.ts";

/**
 * `baseUrl` absent = the provider's own; the environment is never read here. `clock` times the pauses between attempts,
 * `random` spreads them.
 */
export interface ProviderOptions {
  readonly baseUrl?: string | undefined;
  readonly models: Config["models"];
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Loads the SDK now and not with the first call: for a program that will surely ask a model, and that waits for
   * something else meanwhile.
   */
  readonly atOnce?: boolean;
}

/** Sends a request once. Throws bugs only. */
export type AttemptWith<P> = (params: P, asked: ModelTarget, deadline: Deadline) => Promise<AttemptResult>;

/** Makes the attempts at one address; `C` is the credential. The clock turns a date in `retry-after` into a wait. */
export type AttemptsAt<P, C> = (baseUrl: string, credential: C, clock: Clock) => AttemptWith<P>;

/** The part that differs. */
export interface ProviderApi<P, C> {
  readonly provider: Provider;
  readonly requestOf: (prompt: Prompt, id: string) => P;
  /** Loads the provider's SDK, which is a large part of the program: once, with the first call or `atOnce`. */
  readonly load: () => Promise<AttemptsAt<P, C>>;
}

/** `credential`: a key, or a workload identity. Throws an `Error` when the address is malformed; sends nothing yet. */
export function providerModel<P, C extends string | Federation>(
  api: ProviderApi<P, C>,
  credential: C,
  { baseUrl: given, models, clock, random, atOnce = false }: ProviderOptions,
): Model {
  const { home, address } = PROVIDERS[api.provider];
  const key = typeof credential === "string" ? credential : null;
  const baseUrl = checkedBaseUrl(given || home, address);
  const { idOf, nameOf } = modelNamesOf(models);
  let loading: Promise<AttemptWith<P>> | null = null;
  const load = (): Promise<AttemptWith<P>> => {
    loading ??= api.load().then((attemptsAt) => attemptsAt(baseUrl, credential, clock));
    return loading;
  };
  // The first caller of `reply` gets this failure.
  if (atOnce) load().catch(() => undefined);
  const reply: Model["reply"] = async (prompt, signal) => {
    const asked = { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key };
    const sent = withoutRefused(prompt, asked);
    const params = api.requestOf(sent, asked.id);
    const once = async (deadline: Deadline): Promise<AttemptResult> => {
      return (await load())(params, asked, deadline);
    };
    try {
      return await replyWithRetries(sent, { id: asked.id, makeAttempt: once }, signal, { clock, random });
    } catch (error) {
      const part = error instanceof Failure ? error.refuses : null;
      if (part === null || sent[part] === undefined) throw error;
      rememberRefused(part, sent, asked);
      return reply(prompt, signal);
    }
  };
  return { price: (model) => worstPriceOf(api.provider, idOf(model)), reply };
}
