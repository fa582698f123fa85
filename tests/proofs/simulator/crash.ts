/** A journey with crashes at chosen points, and what of it is broken in the end. */
import { brokenEnds } from "./end-laws.ts";
import { journey } from "./journey.ts";
import type { Change } from "./net.ts";
import { type StepLaws, stepLawsOf } from "./step-laws.ts";
import { type World, worldOf } from "./world.ts";

/** Where a process dies. */
export const DEATHS = ["dies_before", "dies_after"] as const;
/** Every way in which one request ends badly. */
const FATES = [...DEATHS, "request_lost", "answer_lost"] as const;

/** What becomes of one request that changes something, by its number. */
export interface Crash {
  readonly nth: number;
  readonly fate: (typeof FATES)[number];
}

export interface Crashed {
  readonly crashes: readonly Crash[];
  /** Every request that changes something, in order. */
  readonly changes: readonly Change[];
  /** How many of the points the journey never came to. */
  readonly missed: number;
  /** Empty where the work was done and everything is there once. */
  readonly broken: readonly string[];
}

const SEED = 1;
const nothing = (): void => undefined;
const NO_HANDS = { comments: new Map(), locked: new Set<number>(), labelled: new Set<number>() };

/** A journey that was played, and its laws: they may be asked as often as one likes. */
interface Journeyed {
  readonly world: World;
  readonly told: StepLaws["told"];
  readonly ended: () => readonly string[];
}

/** Plays a journey with these crashes. */
export async function journeyWith(crashes: readonly Crash[]): Promise<Journeyed> {
  const fates = new Map(crashes.map(({ nth, fate }) => [nth, fate]));
  const world = worldOf(SEED, () => ({ fateOf: ({ change }) => (change === null ? "passes" : (fates.get(change.nth) ?? "passes")) }));
  const laws = stepLawsOf(world);
  world.onHeard((sent, status, began) => (status < 300 ? laws.look(sent, began) : undefined));
  const course = { issues: 1, arrivalsOf: () => [0], begun: nothing, opened: nothing, calmAt: 0, calm: nothing };
  const issues = await journey(world, { ...course, told: () => laws.told.values() }).catch((error: unknown) => `threw: ${String(error)}`);
  const scene = { told: laws.told, isGentle: true, hands: NO_HANDS, frozen: 0 };
  return {
    world,
    told: laws.told,
    ended: () => [...laws.broken, ...(typeof issues === "string" ? [issues] : brokenEnds(world, { ...scene, issues }))],
  };
}

/** Plays a journey with these crashes. Never throws for what the product does: that is broken too. */
export async function crashed(crashes: readonly Crash[]): Promise<Crashed> {
  const { world, ended } = await journeyWith(crashes);
  const { changes } = world.net;
  const missed = crashes.filter(({ nth }) => nth >= changes.length).map(({ nth }) => `the point ${nth} was never reached`);
  const failures = world.github.failures.map((failure) => `the stand-in failed: ${String(failure)}`);
  return { crashes, changes, missed: missed.length, broken: [...ended(), ...missed, ...failures] };
}

/** Every point of a journey that goes well, each with every fate. */
export async function singlePoints(): Promise<readonly Crash[]> {
  const { changes, broken } = await crashed([]);
  if (broken.length > 0) throw new Error(`the journey without a crash is broken: ${broken.join("; ")}`);
  return changes.flatMap(({ nth }) => FATES.map((fate) => ({ nth, fate })));
}
