/** Plays every story where it belongs, three at a time, and says in a line each how it went. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Event } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { clip } from "#text/format/shorten.ts";
import { playOnHub } from "./hub/outcome.ts";
import { hubFaultsOf } from "./hub/verdict.ts";
import { keepJournals } from "./kept.ts";
import { playStory, sceneOf } from "./play-story.ts";
import type { Surroundings } from "./progress.ts";
import { readStory, type Story, storyNames } from "./story.ts";
import { faultsOf } from "./verdict.ts";

/** As many as keep two cores busy: much of a story is waiting for processes. */
const AT_ONCE = 3;
/** Characters of one fault. */
const LONGEST = 800;

export interface Played {
  readonly story: Story;
  readonly run: Run | null;
  readonly events: readonly Event[];
  readonly faults: readonly string[];
  readonly ms: number;
}

/** `keep`: their journals are written down for the tests. `canary`: the model says secrets in whatever it writes. `only`: the names of some; null: all. */
export interface Asked {
  readonly keep: boolean;
  readonly canary: boolean;
  readonly only: readonly string[] | null;
}

/** Gives the exit code: 0 all went as written, else 1. Throws an `Error` for a story that is not there. */
export async function playAll({ keep, canary, only }: Asked, around: Surroundings): Promise<number> {
  const begin = around.now();
  const folder = await mkdtemp(join(tmpdir(), "loopwright-stories-"));
  try {
    const stories = await Promise.all((only ?? (await storyNames())).map(readStory));
    // Those that take longest come first, so that none of them is left over at the end.
    const order = [...stories.filter(isOnHub), ...stories.filter((story) => !isOnHub(story))];
    const played = await inParallel(AT_ONCE, order, async (story) =>
      told(await playOne(story, join(folder, story.name), { ...around, canary }), around),
    );
    if (keep) await keepJournals(played);
    const wrong = played.filter(({ faults }) => faults.length > 0).length;
    const seconds = ((around.now() - begin) / 1000).toFixed(0);
    around.print(`${played.length} stories, ${wrong === 0 ? "all as written" : `${wrong} NOT AS WRITTEN`}, ${seconds} seconds`);
    return wrong === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where people speak or GitHub matters, it is played there; else through the command line, which is the cheapest. */
function isOnHub({ where, people }: Story): boolean {
  return where === "hub" || (where === "both" && people.length > 0);
}

async function playOne(story: Story, folder: string, around: Surroundings & Pick<Asked, "canary">): Promise<Played> {
  const begin = around.now();
  const { run, events, faults } = await (isOnHub(story) ? onHub : onMachine)(story, folder, around);
  const ended = run === null || run.stage === story.stage ? [] : [`expected to end ${story.stage}, but it is ${run.stage}`];
  return { story, run, events, faults: [...faults, ...ended], ms: around.now() - begin };
}

type Found = Pick<Played, "run" | "events" | "faults">;
type Around = Pick<Surroundings, "env"> & Pick<Asked, "canary">;

async function onHub(story: Story, folder: string, { env, canary }: Around): Promise<Found> {
  const outcome = await playOnHub({ story, zeroServer: false, folder, env, canary, onEvents: () => undefined });
  return { run: outcome.run, events: outcome.events, faults: hubFaultsOf(outcome, story.expect, story.checks) };
}

async function onMachine(story: Story, folder: string, { env, canary }: Around): Promise<Found> {
  const outcome = await playStory(story, await sceneOf(story, folder), { env, canary, onProgress: () => undefined });
  return { run: outcome.run, events: outcome.events, faults: faultsOf(outcome, story.expect) };
}

function told(played: Played, { print }: Surroundings): Played {
  const { story, run, faults, ms } = played;
  const reached = run === null ? "no run" : `${run.stage}, ${resultJsonOf(run).stopReason ?? "no stop reason"}`;
  print(`${faults.length === 0 ? "ok    " : "WRONG "} ${story.name.padEnd(20)} ${reached.padEnd(40)} ${ms.toFixed(0).padStart(6)} ms`);
  for (const fault of faults) print(`  - ${clip(fault, LONGEST)}`);
  return played;
}
