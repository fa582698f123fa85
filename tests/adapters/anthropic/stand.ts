/** The adapter under test: over the lab's server, with a clock that does not wait and a random that does not surprise. */
import { anthropicModel } from "#adapters/anthropic/model.ts";
import type { KeyAccess } from "#adapters/model/access.ts";
import type { ProviderOptions } from "#adapters/model/provider-model.ts";
import { Config } from "#core/config/config.ts";
import type { Model } from "#ports/model.ts";
import type { ScriptSource } from "../../lab/model/script.ts";
import { type ScriptedModel, startScriptedModel } from "../../lab/model/server.ts";
import { NO_SURPRISE, type QuickClock, quickClock } from "../model/quick-clock.ts";

export const KEY = "sk-ant-test-0123456789";

export interface Stand {
  readonly model: Model;
  readonly server: ScriptedModel;
  readonly clock: QuickClock;
  close(): Promise<void>;
}

type WorkerTurns = ScriptSource["roles"][string];

/** A server that plays these turns for the worker, and the adapter that asks it. */
export async function stand(worker: WorkerTurns, options: Partial<KeyAccess & ProviderOptions> = {}): Promise<Stand> {
  const server = await startScriptedModel({ roles: { worker } }, { key: KEY });
  const clock = quickClock();
  const model = anthropicModel({
    apiKey: KEY,
    baseUrl: server.url,
    models: Config.parse({}).models,
    clock,
    random: NO_SURPRISE,
    ...options,
  });
  return { model, server, clock, close: server.close };
}
