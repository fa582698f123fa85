/** `/stop` at every point of a journey that goes well: once the journal says so, no branch moves any more, and nothing is made that counts. */
import * as z from "zod";
import { isOver } from "#core/run/resting-stages.ts";
import { brokenEnds } from "./end-laws.ts";
import { journey } from "./journey.ts";
import type { Sent } from "./net.ts";
import type { Share } from "./shares.ts";
import { type StepLaws, stepLawsOf } from "./step-laws.ts";
import { type World, worldOf } from "./world.ts";

/** What came of a `/stop`. */
const Stopped = z.object({
  /** When it was said, in milliseconds since the beginning. */
  at: z.number(),
  /** Milliseconds until the journal on GitHub said so; null where the run was over by then. */
  took: z.number().nullable(),
  /** What was sent after that, and counts. */
  later: z.array(z.string()),
  /** Every law that was broken. */
  broken: z.array(z.string()),
});
type Stopped = z.infer<typeof Stopped>;

/** The points that one of several processes played. */
export const Stops = z.object({ stops: z.array(Stopped) });

const SEED = 1;
/** Milliseconds within which a stop must be written down (architecture 2). */
const SOON = 10_000;
/** Writes that count, beside branches. Comments and labels say how it ended, and the journal is judged by its own laws. */
const COUNTS = /^POST .*\/(?:pulls|dispatches|check-runs)$/;
const NO_HANDS = { comments: new Map(), locked: new Set<number>(), labelled: new Set<number>() };
const nothing = (): void => undefined;

/**
 * All points of a journey that goes well: each moment at which a request is sent or heard, and each at which a `/stop` must be said to be
 * written down at such a moment.
 */
export async function stopPoints(): Promise<readonly number[]> {
  const moments = new Set<number>();
  let last = 0;
  const world = worldOf(SEED);
  world.onHeard((sent, _status, began) => {
    const now = world.elapsed();
    moments.add(now).add(now - (world.schedule.now() - began));
    if (sent.change !== null) last = now;
  });
  await play(world, { laws: watched(world), opened: nothing });
  const within = [...moments].filter((moment) => moment <= last);
  const middle = within[Math.floor(within.length / 2)] ?? 0;
  const { took } = await stoppedAt(middle);
  const points = new Set([...within, ...within.map((moment) => Math.max(0, moment - (took ?? 0)))]);
  return [...points].sort((a, b) => a - b);
}

/** Plays a journey in which a maintainer says `/stop` at this moment. Never throws for what the product does: that is broken too. */
export async function stoppedAt(at: number): Promise<Stopped> {
  const world = worldOf(SEED);
  const laws = watched(world);
  const later: string[] = [];
  let [heads, written] = [headsOf(world), Number.POSITIVE_INFINITY];
  world.onHeard((sent, status, began) => {
    if (status >= 300) return;
    const now = headsOf(world);
    // What was sent before was on its way.
    if (began > written && (now !== heads || COUNTS.test(sent.what))) later.push(wordsFor(world, sent));
    heads = now;
    if (runsIn(laws).some(({ stopRequest }) => stopRequest !== null)) written = Math.min(written, world.schedule.now());
  });
  const opened = ([issue = 0]: readonly number[]): void => void world.schedule.after(at, () => world.github.comment(issue, "wim", "/stop"));
  const ended = await play(world, { laws, opened });
  const begin = world.schedule.now() - world.elapsed();
  const took = Number.isFinite(written) ? written - begin - at : null;
  return { at, took, later, broken: [...laws.broken, ...ended, ...unstopped(laws, took)] };
}

/** The points of this share. */
export async function stopsOf({ of, all }: Share): Promise<z.infer<typeof Stops>> {
  const points = (await stopPoints()).filter((_, index) => index % all === of);
  const stops: Stopped[] = [];
  for (const at of points) stops.push(await stoppedAt(at));
  return { stops };
}

/** In one line for people; and the points that are not as they should be. */
export function toldOf(stops: readonly Stopped[]): { readonly line: string; readonly wrong: readonly Stopped[] } {
  const wrong = stops.filter(({ later, broken }) => later.length + broken.length > 0);
  const times = stops.flatMap(({ took }) => (took === null ? [] : [took]));
  const late = stops.reduce((sum, { later }) => sum + later.length, 0);
  const line = `stops at ${stops.length} points, ${late} later ref updates; written down at ${times.length} after at most ${Math.max(0, ...times)} milliseconds, the run was over at ${stops.length - times.length}; points with a broken law: ${wrong.length}`;
  return { line, wrong };
}

function watched(world: World): StepLaws {
  const laws = stepLawsOf(world);
  world.onHeard((sent, status, began) => (status < 300 ? laws.look(sent, began) : undefined));
  return laws;
}

interface Played {
  readonly laws: StepLaws;
  readonly opened: (issues: readonly number[]) => void;
}

/** Plays it to its end; gives the laws that are broken then. */
async function play(world: World, { laws, opened }: Played): Promise<readonly string[]> {
  const course = { issues: 1, arrivalsOf: () => [0], begun: nothing, opened, calmAt: 0, calm: nothing, told: () => laws.told.values() };
  const issues = await journey(world, course).catch((error: unknown) => `threw: ${String(error)}`);
  if (typeof issues === "string") return [issues];
  return brokenEnds(world, { issues, told: laws.told, isGentle: false, hands: NO_HANDS, frozen: 0 });
}

function runsIn({ told }: StepLaws) {
  return [...told.values()].map(({ run }) => run);
}

/** Where branches stand. */
function headsOf({ github }: World): string {
  return github
    .refs()
    .filter(({ name }) => name.startsWith("refs/heads/"))
    .map(({ name, sha }) => `${name} ${sha}`)
    .join();
}

function wordsFor(world: World, { by, what }: Sent): string {
  return `${world.elapsed()} ${by.name} ${what}`;
}

/** Whoever said stop is heard soon, and their run stops, unless its work was published by then. */
function unstopped(laws: StepLaws, took: number | null): readonly string[] {
  const runs = runsIn(laws);
  const isHeld = runs.some(({ stage, published }) => stage !== "stopped" && published === null);
  return [
    ...(took !== null && took > SOON ? [`STOP: written down after ${took} milliseconds`] : []),
    ...(took !== null && isHeld ? [`STOP: the run ends as ${runs.map(({ stage }) => stage).join()}`] : []),
    ...(took === null && !runs.every(({ stage }) => isOver(stage)) ? ["STOP: nobody heard it"] : []),
    ...(runs.length === 1 ? [] : [`STOP: ${runs.length} runs`]),
  ];
}
