/** Waits for the end of a journey: nothing happens any more, and nobody has anything left to do. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import type { Scene } from "../demo/hub/scene.ts";
import type { GitHub } from "../github/github.ts";
import type { Healer } from "./healer.ts";

const LOOK = 150;
/** Milliseconds without anything new until somebody looks after the run. */
const STILL = 2_500;
/** Milliseconds until somebody has read a plan. */
const SHOWN = 700;
/** Milliseconds until a journey is given up, and a bound of what people do for it. */
const PATIENCE = 240_000;
const MOST_HELP = 25;

/** Gives what people did, approvals left out. `look`: the events so far. */
export async function untilStill({ github }: Scene, healer: Healer, look: () => Promise<readonly Event[]>): Promise<readonly string[]> {
  const healed: string[] = [];
  const end = performance.now() + PATIENCE;
  const isStill = stillness(github);
  while (performance.now() < end && healed.length < MOST_HELP) {
    await sleep(LOOK);
    const events = await look();
    if (!isStill(events) || healer.waits()) continue;
    const help = await healer.heal(events);
    if (help === null) return healed;
    if (help !== "/approve") healed.push(help);
  }
  return [...healed, "given up"];
}

/** Whether nothing has happened for long enough that somebody looks after it, and no workflow run is on. Whoever did so is given as long. */
function stillness(github: GitHub): (events: readonly Event[]) => boolean {
  let [seen, since] = ["", performance.now()];
  return (events) => {
    const now = [events.length, writesOf(github), github.deliveries.length, github.runs.length].join();
    const isBusy = github.runs.some(({ status }) => status !== "completed");
    if (now !== seen || isBusy) [seen, since] = [now, performance.now()];
    const isWaiting = replay(events)?.stage === "awaiting_approval";
    const is = performance.now() - since >= (isWaiting ? SHOWN : STILL);
    if (is) since = performance.now();
    return is;
  };
}

/** What the product has changed, or tried to. */
function writesOf({ requests }: GitHub): number {
  return requests.filter(({ method, actor, path }) => method !== "GET" && (actor.endsWith("[bot]") || path.startsWith("/app/"))).length;
}
