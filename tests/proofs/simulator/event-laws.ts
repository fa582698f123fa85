/** What no event of a journal may do, whoever writes it (security 1, S3, S8, S9; 3.6, J2, J3, J6). */
import { isDeepStrictEqual } from "node:util";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import type { Event, EventOf } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { tokensOf } from "#core/values/usage.ts";
import { COSTLY } from "./blow.ts";
import type { State } from "./github/state.ts";
import type { Process } from "./process.ts";
import type { RolesSeen } from "./roles-seen.ts";

/** Kinds of events that go on with the work. */
const ONWARDS: readonly Event["kind"][] = ["consumed", "iteration_kept", "publish_requested", "loop_passed", "approved"];

/** The most that calls of the simulated model cost that one worker has under way at one time, in tokens: they are not called back, and two go side by side. */
const DEAREST = 2 * (COSTLY + 10);

/** Who writes, and what is known of the people and of what they see. */
export interface Witness {
  readonly by: Process;
  readonly roles: RolesSeen;
  readonly state: State;
  /** When the journal said first that the run is to stop, in milliseconds; it may never have said so. */
  readonly stopped: number;
  /** How many have stood still: somebody else does what each of them has in hand, and both are paid. */
  readonly frozen: number;
}

/** Every law that these events break, one after the other, on a run. */
export function unlawful(before: Run, events: readonly Event[], witness: Witness): readonly string[] {
  const broken: string[] = [];
  let run = before;
  for (const event of events) {
    const after = evolve(run, event);
    // What bears an epoch that is over counts for its price alone: it must leave the rest as it is.
    if (event.epoch === undefined || event.epoch === run.epoch) broken.push(...unlawfulOne(run, event, witness));
    else if (isDeepStrictEqual(workIn(run), workIn(after)) === false) broken.push(`J2: ${event.kind} of an epoch that is over counts`);
    run = after;
  }
  const cap = limitsOf(run).tokens;
  const spent = tokensOf(run.spend);
  // What a worker in hand has spent stands in the journal after its step: whoever goes on where one stands still cannot know of it.
  return cap === null || spent <= (cap + DEAREST) * (1 + witness.frozen)
    ? broken
    : [...broken, `S9: ${spent} tokens, and ${cap} were allowed`];
}

/** What the work of a stale worker must not touch. */
function workIn({ stage, progress, qa, published, worker, effects, approval }: Run): object {
  return { stage, progress, qa, published, worker, effects, approval };
}

/** Work on a run: only who holds it does that. */
const WORK: readonly Event["kind"][] = [...ONWARDS, "setup_done", "base_scored", "plan_created", "evaluation_done", "critique_done"];

function unlawfulOne(run: Run, event: Event, witness: Witness): readonly string[] {
  return [
    ...(ONWARDS.includes(event.kind) && run.stopRequest !== null && !wasBefore(event, witness) ? [`S8: ${event.kind} after the stop`] : []),
    ...(WORK.includes(event.kind) ? strange(run, event, witness) : []),
    ...unlawfulKind(run, event, witness),
  ];
}

/** Milliseconds after which a worker knows of a stop: it looks every five seconds, and a look may fail. */
const KNOWS = 10_000;

/** The loop had passed before its worker could know of the stop, and stands behind it in the journal: nothing on GitHub moves by that. */
function wasBefore({ kind, at }: Event, { stopped }: Witness): boolean {
  return kind === "loop_passed" && at < stopped + KNOWS;
}

/** J2: who does not hold the run does nothing to it that counts. */
function strange({ claimed, worker }: Run, { kind }: Event, { by }: Witness): readonly string[] {
  const [station, workflowRun = ""] = by.name.split(" ");
  const isStrange = station !== "bot" && claimed && worker !== null && worker !== workflowRun;
  return isStrange ? [`J2: ${by.name} wrote ${kind}, and ${worker} holds the run`] : [];
}

function unlawfulKind(run: Run, event: Event, witness: Witness): readonly string[] {
  switch (event.kind) {
    case "consumed":
      return takenUp(run, event);
    case "settled":
      return settledTwice(run, event);
    case "approved":
      return unentitled(run, event, witness);
    default:
      return [];
  }
}

/** J2: one holder for each hand-over. */
function takenUp(run: Run, { worker, handover }: EventOf<"consumed">): readonly string[] {
  return [
    ...(run.claimed ? [`J2: ${worker} took up what ${run.worker} has`] : []),
    ...(handoverDigestOf(run) === handover ? [] : ["J2: what was taken up is not what was handed over"]),
  ];
}

/** J3: each receipt has an intent, and none takes the place of another. */
function settledTwice(run: Run, event: EventOf<"settled">): readonly string[] {
  const { effect } = event;
  const receipt = receiptOf(run, effect);
  const isOther = receipt !== null && receiptOf(evolve(run, event), effect) !== receipt;
  return [
    ...(run.effects[effect] === undefined && receiptOf(evolve(run, event), effect) !== null
      ? [`J3: ${effect} has a receipt and no intent`]
      : []),
    ...(isOther ? [`J3: ${effect} has two receipts`] : []),
  ];
}

/** Milliseconds for which what was told of an issue with a word may be believed. */
const BELIEVED = 5_000;

/** S3: whoever approves may, and approves what the issue asks for. */
function unentitled(
  { issue }: Run,
  { account, comment, by: login }: EventOf<"approved">,
  { roles, by, state }: Witness,
): readonly string[] {
  // Whoever hears an approval has asked a little while ago, or believed what they were told with it; an edit since is seen before any work.
  const at = state.comments.values(state.now()).find(({ id }) => id === comment)?.createdAt ?? by.born;
  const said = Math.max(at, by.born - BELIEVED);
  const texts = [said, by.born, state.now()].map((at) => state.issues.values(at).find(({ number }) => number === issue.number)?.body);
  return [
    ...(account === null || roles.couldWrite(account, by.born) ? [] : [`S3: ${login} approved and may not`]),
    ...(texts.includes(issue.body) ? [] : [`S3: ${login} approved a plan for another issue than this one`]),
  ];
}
