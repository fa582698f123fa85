/** The bot: what GitHub tells it waits in a queue that outlives it, and is done in order, one thing after the other for each issue. */
import { endedOf, HEARD, heardOf, originOf } from "#hub/heard.ts";
import { close } from "#loop/desk/close.ts";
import type { Desk } from "#loop/desk/desk.ts";
import { expectsRun, hear, mayMeanUs } from "#loop/desk/hear.ts";
import { Failure } from "#ports/failure.ts";
import type { Delivery } from "./github/things.ts";
import { deskFor } from "./stations.ts";
import type { World } from "./world.ts";

export interface Bot {
  /** A webhook arrives. */
  readonly take: (delivery: Delivery) => void;
  /** Nothing is in hand and nothing waits. */
  readonly isIdle: () => boolean;
}

/** Milliseconds until a bot that died is there again, and before what failed is tried again. */
const BIRTH = 5_000;
const AGAIN = 30_000;
/** How often what fails is tried. */
const TRIES = 5;

interface Told {
  readonly issue: number;
  readonly expected: boolean;
  readonly work: (desk: Desk) => Promise<void>;
}

function toldOf({ event, payload }: Delivery): Told | null {
  if (event === "workflow_run.completed") {
    const found = endedOf(payload);
    return found === null ? null : { issue: found.issue, expected: true, work: (desk) => close(found.ended, desk) };
  }
  if (!HEARD.some((heard) => heard === event)) return null;
  const found = heardOf(event, payload);
  if (found === null || !mayMeanUs(found.heard)) return null;
  return { issue: found.issue, expected: expectsRun(found.heard), work: (desk) => hear(found.heard, desk) };
}

/** Listens from now on. `onBug` hears of what must never be thrown. */
export function botIn(world: World, onBug: (error: unknown) => void): Bot {
  const waiting: { readonly delivery: Delivery; tries: number }[] = [];
  let busy = false;
  let lives = 0;
  const next = (ms: number): void => void world.schedule.after(ms, () => void serve().catch(onBug));
  async function serve(): Promise<void> {
    const [job] = waiting;
    if (busy || job === undefined) return;
    busy = true;
    const outcome = await attempt(world, job.delivery, `bot ${lives}`);
    busy = false;
    if (outcome === "died") {
      lives++;
      return next(BIRTH);
    }
    job.tries++;
    if (outcome === "failed" && job.tries < TRIES) return next(AGAIN);
    waiting.shift();
    next(0);
  }
  return {
    take(delivery) {
      waiting.push({ delivery, tries: 0 });
      next(0);
    },
    isIdle: () => waiting.length === 0,
  };
}

async function attempt(world: World, delivery: Delivery, name: string): Promise<"done" | "failed" | "died"> {
  const told = toldOf(delivery);
  if (told === null) return "done";
  const { repository } = originOf(delivery.payload);
  const surroundings = world.born(name, world.github.app());
  const { owner, name: repo, node_id: repositoryId, default_branch: defaultBranch } = repository;
  const subject = { owner: owner.login, repo, repositoryId, defaultBranch, issue: told.issue };
  try {
    const done = await surroundings.process.run(async () => {
      await told.work(deskFor(subject, told.expected, surroundings));
      return "done" as const;
    });
    return done ?? "died";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    surroundings.log.warn(`${delivery.event} failed: ${error.message}`);
    return "failed";
  }
}
