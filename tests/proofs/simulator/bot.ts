/** The bot: what GitHub tells it waits in a queue that outlives it, and is done in order, one thing after the other for each issue, unless a bot stands still. */
import { BOT_LEASE } from "#core/config/poll-intervals.ts";
import { certifiedHeadOf } from "#hub/certified-event.ts";
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { HANDLED_EVENTS, issueEventOf } from "#hub/issue-events.ts";
import { webhookOriginOf } from "#hub/webhook-origin.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { expectsRun, priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { openCertified } from "#loop/control/run/open-certified.ts";
import { Failure } from "#ports/failure.ts";
import type { Delivery } from "./github/things.ts";
import { deskFor, type Surroundings } from "./stations.ts";
import type { World } from "./world.ts";

export interface Bot {
  /** A webhook arrives. */
  readonly take: (delivery: Delivery) => void;
  /** Something else is to be done. `what`: in a word. */
  readonly put: (what: string, told: Told) => void;
  /** Nothing is in hand and nothing waits. */
  readonly isIdle: () => boolean;
}

/** Milliseconds until a bot that died is there again, and before what failed is tried again. */
const BIRTH = 5_000;
const AGAIN = 30_000;
/** How often what fails is tried. */
const TRIES = 5;

/** What is to be done for an issue. `expected`: a run is likely to be active. */
export interface Told {
  readonly issue: number;
  readonly expected: boolean;
  readonly work: (desk: ControlContext, surroundings: Surroundings) => Promise<void>;
  /** What of it is done ahead of its turn; absent where nothing is. */
  readonly ahead?: Told["work"];
}

/** What a webhook says to the bot; null where it says nothing to it. */
export function toldOf({ event, payload }: Delivery): Told | null {
  if (event === "workflow_run.completed") {
    const found = endedWorkflowRunOf(payload);
    return found === null ? null : { issue: found.issue, expected: true, work: (desk) => handleWorkerEnd(found.ended, desk) };
  }
  if (event === "check_run.completed") {
    const found = certifiedHeadOf(payload);
    return found === null ? null : { issue: found.issue, expected: true, work: (desk) => openCertified(found.certified, desk) };
  }
  if (!HANDLED_EVENTS.some((heard) => heard === event)) return null;
  const found = issueEventOf(event, payload);
  if (found === null) return null;
  const { issue, event: said } = found;
  const haste = priorityOf(said);
  if (haste === null) return null;
  const ahead: Told["work"] = (desk) => handleStopAhead(said, desk);
  return { issue, expected: expectsRun(said), work: (desk) => handleEvent(said, desk), ...(haste.ahead && { ahead }) };
}

interface Waiting {
  readonly what: string;
  readonly told: Told;
  tries: number;
}

/** Lines of issues, with hands of their own. */
type Lane = Pick<Bot, "put" | "isIdle">;

/** Listens from now on. `onBug` hears of what must never be thrown. `sideBySide`: issues that are served at one time. */
export function botIn(world: World, onBug: (error: unknown) => void, sideBySide = 1): Bot {
  const common = { lives: 0, onBug, sideBySide };
  const [turns, ahead] = [laneIn(world, common), laneIn(world, common)];
  return {
    take(delivery) {
      const told = toldOf(delivery);
      if (told?.ahead !== undefined) ahead.put(`${delivery.event}, ahead`, { ...told, work: told.ahead });
      if (told !== null) turns.put(delivery.event, told);
    },
    put: turns.put,
    isIdle: () => turns.isIdle() && ahead.isIdle(),
  };
}

function laneIn(world: World, common: { lives: number; readonly onBug: (error: unknown) => void; readonly sideBySide: number }): Lane {
  const { onBug, sideBySide } = common;
  const lines = new Map<number, Waiting[]>();
  const busy = new Set<number>();
  const next = (issue: number, ms: number): void => void world.schedule.after(ms, () => void serve(issue).catch(onBug));
  /** What is to be done for the issue now; undefined where nothing is, and where there is no place for it yet. */
  const jobOf = (issue: number): Waiting | undefined => (busy.has(issue) || busy.size >= sideBySide ? undefined : lines.get(issue)?.[0]);
  async function serve(issue: number): Promise<void> {
    const job = jobOf(issue);
    if (job === undefined) return;
    busy.add(issue);
    const outcome = await attempt(world, job, { name: `bot ${common.lives}`, onBug });
    busy.delete(issue);
    ended(issue, job, outcome);
  }
  function ended(issue: number, job: Waiting, outcome: Attempt): void {
    common.lives += LIVES[outcome];
    const pause = pauseAfter(outcome, job);
    if (pause === null) lines.get(issue)?.shift();
    // Whoever waited for a place has it now.
    for (const one of lines.keys()) next(one, one === issue ? (pause ?? 0) : 0);
  }
  return {
    put(what, told) {
      const waiting = lines.get(told.issue) ?? [];
      lines.set(told.issue, waiting);
      waiting.push({ what, told, tries: 0 });
      next(told.issue, 0);
    },
    isIdle: () => [...lines.values()].every((waiting) => waiting.length === 0),
  };
}

/** Milliseconds until it is done again; null where it is over. */
function pauseAfter(outcome: Attempt, job: Waiting): number | null {
  if (outcome === "died") return BIRTH;
  if (outcome === "stalled") return 0;
  job.tries++;
  return outcome === "failed" && job.tries < TRIES ? AGAIN : null;
}

type Attempt = "done" | "failed" | "died" | "stalled";

/** How many bots it took. */
const LIVES: Readonly<Record<Attempt, number>> = { done: 0, failed: 0, died: 1, stalled: 1 };

async function attempt(
  world: World,
  { what, told }: Waiting,
  { name, onBug }: { readonly name: string; readonly onBug: (error: unknown) => void },
): Promise<Attempt> {
  const { repository } = webhookOriginOf(world.github.deliveries[0]?.payload ?? {});
  const surroundings = world.born(name, world.github.app());
  const { owner, name: repo, node_id: repositoryId, default_branch: defaultBranch } = repository;
  const subject = { owner: owner.login, repo, repositoryId, defaultBranch, issue: told.issue };
  const { process } = surroundings;
  const work = async (): Promise<Attempt> => {
    try {
      const done = await process.run(async () => {
        await told.work(deskFor(subject, told.expected, surroundings), surroundings);
        return "done" as const;
      });
      return done ?? "died";
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      surroundings.log.warn(`${what} failed: ${error.message}`);
      return "failed";
    }
  };
  const stalled = new Promise<Attempt>((resolve) => {
    process.onFreeze((ms) => {
      if (ms > BOT_LEASE) world.schedule.after(BOT_LEASE, () => resolve("stalled"));
    });
  });
  const working = work();
  const outcome = await Promise.race([working, stalled]);
  // Whoever woke up late goes on with what somebody else has done by now.
  if (outcome === "stalled") working.catch(onBug);
  return outcome;
}
