/** The context of a run of a bench: the real adapter of the provider, against the lab's server; nothing is published. */
import { anthropicModel } from "#adapters/anthropic/model.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { Config } from "#core/config/config.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Clock } from "#ports/clock.ts";
import { loopContext } from "../../builders/loop-context.ts";
import type { Place } from "./place.ts";

/** The key that the lab's server is asked with. */
export const KEY = "sk-ant-noise";

/** Pauses between attempts are not waited for: they are tested where they are made. */
const clock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 10), signal) };

/** `baseUrl`: of the lab's server. `given`: what differs from a context of tests. */
export function benchContext(
  { workspace, base }: Pick<Place, "workspace" | "base">,
  baseUrl: string,
  { models }: Config,
  given: Partial<StepContext> = {},
): StepContext {
  return loopContext({
    model: anthropicModel({ apiKey: KEY, baseUrl, models, clock, random: systemRandom }),
    workspace,
    publisher: {
      opener: null,
      publish: ({ head }) => Promise.resolve({ number: 7, url: null, head, base: base.commit }),
      opened: () => Promise.resolve(null),
      certify: () => Promise.resolve(null),
      baseNow: () => Promise.resolve(base.commit),
    },
    clock,
    random: systemRandom,
    ...given,
  });
}
