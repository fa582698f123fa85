/** What people say on the loopback GitHub, each sentence at its moment, and when nothing more will be said or done. */
import { planDigestIn } from "#adapters/github/issue/plan-mark.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { isOver, isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { type Cue, isAnswerToPlan, timesAsked, unsaid } from "../cue.ts";
import type { Scene } from "./scene.ts";
import type { Watch } from "./watch.ts";

/** Milliseconds after which a sentence that changed nothing has come to the bot, or to a job: once that is idle it never will. */
const HEARD = 4_000;

type Without<C extends Cue> = C extends Cue ? Omit<C, "when"> : never;
/** What somebody does now. */
export type Said = Without<Cue>;

export interface Talk {
  /** The sentence whose moment it is, given once. Nobody approves what they have not seen. */
  readonly due: (events: readonly Event[]) => Promise<Said | null>;
  /** What was due is done: from now on it can be heard. */
  readonly done: () => void;
  /** Nothing more will come of what was said so far. */
  readonly isOver: (events: readonly Event[]) => Promise<boolean>;
  readonly unsaid: () => readonly string[];
}

/** `asked`: what the model was asked since the story began. */
interface Around {
  readonly scene: Scene;
  readonly watching: Watch;
  readonly asked: () => readonly { readonly role: string }[];
}

/** The talk of one story. */
export function talkOf(people: readonly Cue[], { scene, watching, asked }: Around): Talk {
  let left = people;
  /** Where the journal was when somebody spoke last, and when that was. */
  let last = { events: 0, at: Number.NEGATIVE_INFINITY };
  const approved: string[] = [];
  const isHeard = async (events: readonly Event[]): Promise<boolean> =>
    events.length > last.events || (performance.now() - last.at > HEARD && isQuiet(scene));
  const isTime = async ({ when }: Cue, run: Run | null, events: readonly Event[]): Promise<boolean> => {
    if ("role" in when) return timesAsked(when.role, asked()) >= when.asked;
    if (run?.stage !== when.stage || !(await isHeard(events))) return false;
    return run.stage === "awaiting_approval" ? isAnswerable({ scene, watching }, run) : isAtRest(scene, run);
  };
  const isToBeApproved = async (run: Run, events: readonly Event[]): Promise<boolean> =>
    isWaiting(run) && !approved.includes(digestOf(run)) && (await isHeard(events)) && isAnswerable({ scene, watching }, run);
  const approval = (run: Run): Said => {
    approved.push(digestOf(run));
    return { who: "maintainer", say: "/approve" };
  };
  return {
    async due(events) {
      const run = replay(events);
      const [cue, ...others] = left;
      if (cue !== undefined && (await isTime(cue, run, events))) {
        left = others;
        last = { ...last, events: events.length };
        return cue;
      }
      return run !== null && !isAnswerToPlan(cue) && (await isToBeApproved(run, events)) ? approval(run) : null;
    },
    done() {
      last = { ...last, at: performance.now() };
    },
    async isOver(events) {
      const run = replay(events);
      return run !== null && !isWaiting(run) && isAtRest(scene, run) && (await isHeard(events)) && isQuiet(scene);
    },
    unsaid: () => unsaid(left, asked()),
  };
}

function digestOf({ request }: Run): string {
  return request?.digest ?? "";
}

function isWaiting({ stage, request }: Run): boolean {
  return stage === "awaiting_approval" && request?.reason === null;
}

/** A comment was made to show this plan, and people were told of it: an edit of an earlier one tells nobody (decision 0044). */
async function isShown({ posts }: Watch, { request }: Run): Promise<boolean> {
  return (await posts()).some(({ body }) => request !== null && planDigestIn(body) === request.digest);
}

/** People were shown the plan, and without a bot what was said last was heard. */
async function isAnswerable({ scene, watching }: Pick<Around, "scene" | "watching">, run: Run): Promise<boolean> {
  return isIdle(scene) && isShown(watching, run);
}

/** The bot has nothing in hand; true where there is none. */
async function isQuiet({ bot }: Pick<Scene, "bot">): Promise<boolean> {
  return bot === null || (await bot.jobs()) === "0";
}

/** No workflow run is on. */
function isIdle({ github }: Pick<Scene, "github">): boolean {
  return github.runs.every(({ status }) => status === "completed");
}

/** The run rests, its result was told, and every workflow run has ended and was told of. */
function isAtRest({ github }: Scene, run: Run): boolean {
  if (!isResting(run.stage) || !isIdle({ github })) return false;
  const told = github.deliveries.filter(({ event, action }) => event === "workflow_run" && action === "completed").length;
  const commented = github.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/comments")).length;
  return told === github.runs.length && (!isOver(run.stage) || commented > 0);
}
