/** A journey with crashes at chosen points, and what of it is broken in the end. */
import { type Journey, journey } from "./journey.ts";
import { brokenLaws } from "./laws.ts";
import type { Change, Fate } from "./net.ts";
import { worldOf } from "./world.ts";

/** What becomes of one request that changes something, by its number. */
export interface Crash {
  readonly nth: number;
  readonly fate: Exclude<Fate, "passes">;
}

export interface Outcome {
  readonly crashes: readonly Crash[];
  /** Every request that changes something, in order. */
  readonly changes: readonly Change[];
  /** Empty where the work was done and everything is there once. */
  readonly broken: readonly string[];
}

/** Where a process dies. */
export const DEATHS = ["dies_before", "dies_after"] as const;
/** Every way in which one request ends badly. */
const FATES = [...DEATHS, "request_lost", "answer_lost"] as const;

const SEED = 1;

/** Plays a journey with these crashes. Never throws for what the product does: that is broken too. */
export async function crashed(crashes: readonly Crash[]): Promise<Outcome> {
  const fates = new Map(crashes.map(({ nth, fate }) => [nth, fate]));
  const world = worldOf(SEED, ({ nth }) => fates.get(nth) ?? "passes");
  const { changes } = world.net;
  const told = await journey(world).catch((error: unknown) => `threw: ${String(error)}`);
  const missed = crashes.filter(({ nth }) => nth >= changes.length).map(({ nth }) => `the point ${nth} was never reached`);
  const failures = world.github.failures.map((failure) => `the stand-in failed: ${String(failure)}`);
  const broken = typeof told === "string" ? [told] : lawsOver(told);
  return { crashes, changes, broken: [...broken, ...missed, ...failures] };

  function lawsOver({ issue }: Journey): readonly string[] {
    return brokenLaws(world, issue);
  }
}

/** Every point of a journey that goes well, each with every fate. */
export async function singlePoints(): Promise<readonly Crash[]> {
  const { changes, broken } = await crashed([]);
  if (broken.length > 0) throw new Error(`the journey without a crash is broken: ${broken.join("; ")}`);
  return changes.flatMap(({ nth }) => FATES.map((fate) => ({ nth, fate })));
}
