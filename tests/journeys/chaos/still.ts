/** Waits for the end of a journey: nothing happens any more, and nobody has anything left to do. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { GitHub } from "../../lab/github/github.ts";
import type { Scene } from "../demo/hub/scene.ts";
import type { Healer, Help } from "./healer.ts";

const LOOK = 150;
/** Milliseconds without anything new until somebody looks after the run. */
const STILL = 2_500;
/** Milliseconds until somebody has read a plan. */
const SHOWN = 700;
/** Milliseconds until a journey is given up, and a bound of what is done for it. */
const PATIENCE = 300_000;
const MOST_HELP = 25;

/** How it came to its end: what was done for it, what people had to say, approvals left out, and what is wrong with its standing still. */
export interface Stood {
  readonly healed: readonly string[];
  readonly words: readonly string[];
  readonly faults: readonly string[];
}

/** `look`: the events so far. */
export async function untilStill({ github }: Scene, healer: Healer, look: () => Promise<readonly Event[]>): Promise<Stood> {
  const helps: Help[] = [];
  const end = performance.now() + PATIENCE;
  const stillFor = stillness(github);
  let events: readonly Event[] = [];
  while (performance.now() < end && storyOf(helps).healed.length < MOST_HELP) {
    await sleep(LOOK);
    events = await look();
    const still = stillFor(events);
    if (still === null || healer.waits()) continue;
    const help = await healer.heal(events, still);
    if (help.kind === "over") return { ...storyOf(helps), faults: help.faults };
    helps.push(help);
  }
  return { ...storyOf(helps), faults: [`given up at ${stageOf(events)}`] };
}

function storyOf(helps: readonly Help[]): Omit<Stood, "faults"> {
  const of = (...kinds: readonly Help["kind"][]) =>
    helps.flatMap((help) => ("what" in help && kinds.includes(help.kind) ? [help.what] : []));
  return { healed: of("word", "help"), words: of("word") };
}

function stageOf(events: readonly Event[]): string {
  return replay(events)?.stage ?? "no run";
}

/**
 * Milliseconds for which nothing has happened and no workflow run was on, once that is long enough that somebody looks after the run; null
 * until then. Whoever did so is given as long.
 */
function stillness(github: GitHub): (events: readonly Event[]) => number | null {
  let [seen, since] = ["", performance.now()];
  let tended = since;
  return (events) => {
    const sent = github.deliveries.reduce((sum, { statuses }) => sum + statuses.length, 0);
    const what = [events.length, writesOf(github), sent, github.deliveries.length, github.runs.length].join();
    const isBusy = github.runs.some(({ status }) => status !== "completed");
    const now = performance.now();
    if (what !== seen || isBusy) [seen, since] = [what, now];
    if (now - Math.max(since, tended) < (stageOf(events) === "awaiting_approval" ? SHOWN : STILL)) return null;
    tended = now;
    return now - since;
  };
}

/** What the product has changed, or tried to. */
function writesOf({ requests }: GitHub): number {
  return requests.filter(({ method, actor, path }) => method !== "GET" && (actor.endsWith("[bot]") || path.startsWith("/app/"))).length;
}
