/**
 * What the model answered, by whom it answered, held against what the journals tell of it (security 1, S9; 3.6, J6): a price that nobody writes
 * down is a price that no cap knows of.
 */
import type { Event } from "#core/events/event.ts";
import { type ModelUsage, NO_USAGE } from "#core/values/usage.ts";
import type { Model } from "#ports/model.ts";
import type { Process } from "./process.ts";

export interface Prices {
  /** The same model, and what it answers this process is counted. */
  readonly counted: (model: Model, by: Process) => Model;
  /** A request of this process did not simply pass: it may never write down what it has in hand. */
  readonly disturbed: (by: Process) => void;
  /** Takes in what a process wrote into a journal. Gives each law that this breaks, as a sentence. */
  readonly wrote: (by: Process, events: readonly Event[]) => readonly string[];
  /** Each law that is broken when nothing happens any more. */
  readonly owed: () => readonly string[];
}

/** Prompts that were cut off are counted as estimated by the product (`agent/window/meter.ts`), and apart: as written to the cache, which the simulated model never does. */
interface Sum {
  calls: number;
  tokens: number;
  /** Calls that were cut off, or events that tell of some. */
  cut: number;
}

/** Of one process; of a job that verifies together with the one that publishes, which writes down what that one was answered. */
interface Purse {
  readonly name: string;
  readonly owners: Set<Process>;
  readonly answered: Sum;
  readonly told: Sum;
  isDisturbed: boolean;
}

const PROOF = /^(?:verify|publish) (\d+)$/;

/** Nobody was answered anything yet. */
export function pricesOf(): Prices {
  const purses = new Map<Process | string, Purse>();
  const purseOf = (by: Process): Purse => {
    const key = PROOF.exec(by.name)?.[1] ?? by;
    const purse = purses.get(key) ?? emptyPurse(by.name);
    purses.set(key, purse);
    purse.owners.add(by);
    return purse;
  };
  return {
    counted: (model, by) => ({
      ...model,
      async reply(prompt, signal) {
        const { answered } = purseOf(by);
        try {
          const reply = await model.reply(prompt, signal);
          count(answered, reply.usage);
          return reply;
        } catch (error) {
          count(answered, { ...NO_USAGE, calls: 1 });
          if (signal.aborted) answered.cut++;
          throw error;
        }
      },
    }),
    disturbed: (by) => {
      purseOf(by).isDisturbed = true;
    },
    wrote(by, events) {
      const spends = events.flatMap(({ spend }) => spend ?? []);
      if (spends.length === 0) return [];
      const purse = purseOf(by);
      for (const spend of spends) count(purse.told, spend);
      // Steps of one process come one after the other: whoever writes a price down has none in hand.
      return misfit(purse);
    },
    owed: () => [...purses.values()].flatMap((purse) => (isLost(purse) ? [] : misfit(purse))),
  };
}

function emptyPurse(name: string): Purse {
  return { name, owners: new Set(), answered: { calls: 0, tokens: 0, cut: 0 }, told: { calls: 0, tokens: 0, cut: 0 }, isDisturbed: false };
}

function count(sum: Sum, { calls, input, output, cacheRead, cacheWrite }: ModelUsage): void {
  sum.calls += calls;
  sum.tokens += input + output;
  if (cacheRead + cacheWrite > 0) sum.cut++;
}

/** What it had in hand may be gone with it. */
function isLost({ owners, isDisturbed }: Purse): boolean {
  return isDisturbed || [...owners].some((owner) => !owner.isAlive());
}

function misfit({ name, answered, told }: Purse): readonly string[] {
  const fits = answered.calls === told.calls && answered.tokens === told.tokens && told.cut <= answered.cut;
  if (fits) return [];
  return [`S9: the journal tells of ${said(told)} of ${name}, and the model answered ${said(answered)}`];
}

function said({ calls, tokens, cut }: Sum): string {
  return `${calls} calls, ${tokens} tokens and ${cut} cut off`;
}
