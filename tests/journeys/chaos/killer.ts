/** Kills the processes of a journey, one after the other, each at its moment, and starts the bot again. */
import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../../lab/github/github.ts";
import type { Scene } from "../demo/hub/scene.ts";
import type { Kill } from "./kill.ts";
import type { Power } from "./power.ts";
import { workersBelow } from "./victims.ts";

/** What died: `bot`, or the job's name. */
export interface Killed {
  readonly who: string;
  /** Where the run was when it died, as far as anybody had seen. */
  readonly stage: string;
}

export interface Hunt {
  readonly scene: Scene;
  readonly power: Power;
  /** The runner's machines lie below it. */
  readonly folder: string;
  readonly stage: () => string;
  /** Hears of each death at once. */
  readonly onKill: (killed: Killed) => void;
  /** The journey is over. */
  readonly over: AbortSignal;
}

const LOOK = 15;
/** Milliseconds: longer than any journey. */
const AGES = 3_600_000;

/** Resolves when all were killed, or when the journey is over. A bot that was killed is up again then. */
export async function killAll(kills: readonly Kill[], hunt: Hunt): Promise<void> {
  for (const kill of kills) {
    if (hunt.over.aborted) return;
    await (kill.who === "bot" ? killBot(kill, hunt) : killJob(kill, hunt));
  }
}

async function killBot({ when, down }: Kill, { scene: { github }, power, stage, onKill, over }: Hunt): Promise<void> {
  let dead: Promise<void> | null = null;
  const strike = (): boolean => {
    dead = power.down("kill");
    if (dead === null) return false;
    onKill({ who: "bot", stage: stage() });
    return true;
  };
  if ("ms" in when) (await passed(when.ms, over)) && strike();
  else
    await onRequest(github, {
      by: ({ actor, path }) => actor.endsWith("loopwright[bot]") || path.startsWith("/app/"),
      nth: when.requests,
      strike,
      over,
    });
  if (dead === null) return;
  await dead;
  await sleep(down);
  await power.up();
}

async function killJob({ when, whole }: Kill, { scene, folder, stage, onKill, over }: Hunt): Promise<void> {
  const strike = (): boolean => {
    const [worker] = workersBelow(folder);
    if (worker === undefined) return false;
    process.kill(whole ? -worker.pid : worker.pid, "SIGKILL");
    onKill({ who: worker.job, stage: stage() });
    return true;
  };
  while (!over.aborted && workersBelow(folder).length === 0) await sleep(LOOK);
  if ("requests" in when)
    return onRequest(scene.github, { by: ({ actor }) => actor === "github-actions[bot]", nth: when.requests, strike, over });
  await passed(when.ms, over);
  while (!over.aborted && !strike()) await sleep(LOOK);
}

interface Watched {
  readonly by: (request: GitHub["requests"][number]) => boolean;
  readonly nth: number;
  /** False where nobody was there to be killed; then the next request is as good. */
  readonly strike: () => boolean;
  readonly over: AbortSignal;
}

/** Strikes as soon as GitHub has done what was asked, and before whoever asked hears of it. */
async function onRequest(github: GitHub, { by, nth, strike, over }: Watched): Promise<void> {
  const before = github.requests.filter(by).length;
  const ring = () => over.aborted || (github.requests.filter(by).length >= before + nth && strike());
  const end = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve(), { once: true }));
  await Promise.race([github.wait(ring, AGES), end]);
}

/** False when the journey was over before. */
async function passed(ms: number, over: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: over }).catch(() => false);
}
