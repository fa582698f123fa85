/** Draws a play from a seed: the same seed, the same play. */
import { Act, type Blow, KINDS, type Kind, type Plan, STORM, Whose } from "./blow.ts";
import { type Dice, diceOf } from "./dice.ts";
import { LIMITS } from "./stations.ts";

/** Requests that a journey without a blow has, and how many of them change something, a few more counted. */
const REQUESTS: Readonly<Record<Whose, readonly [all: number, changes: number]>> = {
  bot: [42, 26],
  run: [44, 24],
  verify: [3, 1],
  publish: [20, 14],
};
/** How many of them must not be sent twice, a few more counted; the job that verifies sends none. */
const CREATES: readonly (readonly [of: Whose, creates: number])[] = [
  ["bot", 3],
  ["run", 1],
  ["publish", 2],
];
const WEBHOOKS = 5;
const CALLS = 14;
/** Milliseconds in which most of a journey happens. */
const BUSY = 110_000;
/** Milliseconds after which a journey without a blow has its plan, its approval, its branch, and has shown its work. */
const PLANNED = 7_000;
const APPROVED = 60_500;
const BRANCHED = 70_500;
const SHOWN = 92_000;
/** Milliseconds of standing still after which another job has begun anew what one has in hand, for how long it is busy with it, and which changes of a job come before it keeps its work. */
const TAKEN_OVER = 616_000;
const BEGINS_ANEW = 14_000;
const UNKEPT = { first: 2, count: 8 };
/** As many changes of a bot come before its first run is written down. */
const FIRST = 5;
/** Lists are at most as old, and requests that were given up arrive at most so late, as the product is ready for (`src/adapters/github/client/create-once.ts`). */
const LAG = 9_000;
const MOST = 6;

/** One to six blows; one issue, or now and then two. */
export function drawn(seed: number): Plan {
  const dice = diceOf(seed ^ 0x5eed);
  const issues = dice.oneIn(4) ? 2 : 1;
  const count = 1 + Math.min(dice.roll(MOST), dice.roll(MOST));
  return { seed, issues, blows: Array.from({ length: count }, () => blowsOf(kindOf(dice), issues, dice)).flat() };
}

/** Acts are many, so that each is drawn as often as each fault only if both are drawn from their own kind. */
function kindOf(dice: Dice): Kind {
  return pick(dice, dice.oneIn(6) ? FAULTS : KINDS);
}

const FAULTS = KINDS.filter((kind) => !Act.options.some((act) => act === kind));

function pick<T>(dice: Dice, from: readonly T[]): T {
  const found = from[dice.roll(from.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

/** What can only be done after something else, and what that is. */
const AFTER: { readonly [K in Kind]?: Act } = {
  label_on: "label_off",
  reopen_issue: "close_issue",
  promote: "demote",
  freeze_off: "freeze_on",
};

/** A model that is dear is so for five calls: two are too much for a run, two more may be under way by then, and nobody may go on to the fifth. */
function blowsOf(kind: Kind, issues: number, dice: Dice): readonly Blow[] {
  const blow = blowOf(kind, issues, dice);
  const before = AFTER[kind];
  if (blow.kind === "model_costly") return [0, 1, 2, 3, 4].map((later) => ({ ...blow, nth: blow.nth + later }));
  // It may not be shown yet: whoever wants to close it comes again, and once more.
  if (blow.kind === "close_pull") return [0, BUSY, 4 * BUSY].map((later) => ({ ...blow, at: blow.at + later }));
  if (before === undefined || !("issue" in blow)) return [blow];
  return [
    { ...blow, kind: before },
    { ...blow, at: blow.at + between(dice, 100, 60_000) },
  ];
}

function blowOf(kind: Kind, issues: number, dice: Dice): Blow {
  switch (kind) {
    case "request_lost":
    case "answer_lost":
    case "server_error":
    case "limited":
    case "dies_before":
    case "dies_after":
      return { kind, ...requestOf(dice) };
    case "arrives_late":
      return { kind, ...requestOf(dice), ms: between(dice, 1_000, LAG) };
    case "late_answer":
      return { kind, ...requestOf(dice), ms: between(dice, 1_000, dice.oneIn(3) ? 120_000 : 15_000) };
    case "freezes":
      return stillOf(dice);
    case "stale_lists":
      return { kind, at: momentOf(dice), ms: between(dice, 10_000, 120_000), lag: between(dice, 1_000, LAG) };
    case "webhook_lost":
      return { kind, nth: dice.roll(WEBHOOKS) };
    case "webhook_doubled":
    case "webhook_late":
      return { kind, nth: dice.roll(WEBHOOKS), ms: between(dice, 100, dice.oneIn(2) ? 300_000 : 10_000) };
    case "dispatch_doubled":
      return { kind, nth: dice.roll(issues), ms: between(dice, 1, dice.oneIn(2) ? 200_000 : 10_000) };
    case "model_overloaded":
    case "model_malformed":
    case "model_refuses":
    case "model_costly":
    case "model_tells":
      return { kind, nth: dice.roll(CALLS * issues) };
    case "job_long":
      return longOf(dice);
    default:
      return { kind, issue: dice.roll(issues), at: momentOf(dice, EARLIEST[kind]) };
  }
}

/** When there is something to do it to, in milliseconds from the beginning. */
const EARLIEST: { readonly [K in Kind]?: number } = {
  stop: PLANNED,
  delete_our_comment: PLANNED,
  edit_our_comment: PLANNED,
  delete_approval: APPROVED,
  edit_approval: APPROVED,
  push_to_branch: BRANCHED,
  delete_branch: BRANCHED,
  close_pull: SHOWN,
  again: SHOWN,
};

/** Somebody stands still: for a while, for longer than a play goes, or until another bot or job has begun their work anew. */
function stillOf(dice: Dice): Blow {
  const kind = "freezes";
  const which = dice.roll(4);
  if (which === 0) return { kind, ...requestOf(dice), ms: between(dice, 10_000, 1_500_000) };
  if (which === 1) return { kind, ...requestOf(dice), ms: between(dice, 10_000, 120_000) };
  if (which === 2) return { kind, of: "bot", nth: dice.roll(FIRST), change: true, ms: between(dice, 20_000, 120_000) };
  const nth = UNKEPT.first + dice.roll(UNKEPT.count);
  return { kind, of: "run", nth, change: true, ms: between(dice, TAKEN_OVER, TAKEN_OVER + BEGINS_ANEW) };
}

/** The setup goes on until there is little time left, or none. */
function longOf(dice: Dice): Blow {
  const job = dice.oneIn(4) ? "verify" : "run";
  return { kind: "job_long", job, nth: 0, ms: between(dice, LIMITS[job] - 2_400_000, LIMITS[job] + 600_000) };
}

type Hit = { readonly of: Whose; readonly nth: number; readonly change: boolean; readonly create?: true };

function requestOf(dice: Dice): Hit {
  if (dice.oneIn(4)) {
    const [of, creates] = pick(dice, CREATES);
    return { of, nth: dice.roll(creates), change: true, create: true };
  }
  // Few of those of the job that verifies are there to be hit.
  const of = dice.oneIn(12)
    ? "verify"
    : pick(
        dice,
        Whose.options.filter((whose) => whose !== "verify"),
      );
  const change = of !== "verify" && !dice.oneIn(3);
  return { of, nth: dice.roll(REQUESTS[of][change ? 1 : 0]), change };
}

function momentOf(dice: Dice, earliest = 0): number {
  return dice.oneIn(4) ? between(dice, earliest, STORM) : between(dice, earliest, Math.max(BUSY, earliest + BUSY / 2));
}

function between(dice: Dice, least: number, most: number): number {
  return least + dice.roll(most - least);
}
