/** The adapter under test: over the lab's server, with a clock that does not wait and a random that does not surprise. */
import { type AnthropicOptions, anthropicModel } from "#adapters/anthropic/model.ts";
import { Config } from "#core/config.ts";
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import type { ScriptSource } from "../../lab/model/script.ts";
import { type ScriptedModel, startScriptedModel } from "../../lab/model/server.ts";

export const KEY = "sk-ant-test-0123456789";

/** Starts at a fixed time; a sleep moves it on at once and is written down. */
export interface QuickClock extends Clock {
  readonly sleeps: readonly number[];
}

export function quickClock(): QuickClock {
  const sleeps: number[] = [];
  let now = Date.parse("2026-11-21T00:00:00Z");
  return {
    sleeps,
    now: () => now,
    async sleep(ms, signal) {
      if (signal?.aborted) throw new Interrupted("stopped");
      sleeps.push(ms);
      now += ms;
    },
  };
}

export interface Stand {
  readonly model: Model;
  readonly server: ScriptedModel;
  readonly clock: QuickClock;
  close(): Promise<void>;
}

type WorkerTurns = ScriptSource["roles"][string];

/** A server that plays these turns for the worker, and the adapter that asks it. */
export async function stand(worker: WorkerTurns, options: Partial<AnthropicOptions> = {}): Promise<Stand> {
  const server = await startScriptedModel({ roles: { worker } }, { key: KEY });
  const clock = quickClock();
  const random = { hex: (bytes: number) => "00".repeat(bytes) };
  const model = anthropicModel({ apiKey: KEY, baseUrl: server.url, models: Config.parse({}).models, clock, random, ...options });
  return { model, server, clock, close: server.close };
}
