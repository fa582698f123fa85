/** When a provider's SDK is read. */
import { expect, it } from "vitest";
import { type ProviderApi, providerModel } from "#adapters/model/provider-model.ts";
import { Config } from "#core/config/config.ts";
import { aPrompt } from "../contracts/model-contract.ts";
import { NO_SURPRISE, quickClock } from "./quick-clock.ts";

const options = { models: Config.parse({}).models, clock: quickClock(), random: NO_SURPRISE };

/** A provider whose SDK is not there. */
function broken(): { readonly api: ProviderApi<string, string>; readonly reads: () => number } {
  let reads = 0;
  const load = (): Promise<never> => {
    reads++;
    return Promise.reject(new Error("the file of the SDK is gone"));
  };
  return {
    api: { provider: "openai", requestOf: () => "", load },
    reads: () => reads,
  };
}

it.each([
  { atOnce: true, before: 1 },
  { atOnce: false, before: 0 },
])(
  "reads the SDK once, with atOnce $atOnce before anybody asks $before times, and whoever asks is told what went wrong",
  async ({ atOnce, before }) => {
    const { api, reads } = broken();
    const model = providerModel(api, "key", { ...options, atOnce });
    expect(reads()).toBe(before);
    const calm = new AbortController().signal;
    await expect(model.reply(aPrompt(), calm)).rejects.toThrow("the file of the SDK is gone");
    await expect(model.reply(aPrompt(), calm)).rejects.toThrow("the file of the SDK is gone");
    expect(reads()).toBe(1);
  },
);
