/** A journey through a world: people label issues, approve their plans, and have the work go on where it stopped; until nothing happens any more. */
import { POLL_INTERVAL } from "#core/config/poll-intervals.ts";
import { type Bot, botIn, toldOf } from "./bot.ts";
import { groupsOf } from "./concurrency.ts";
import type { Delivery, WorkflowRun } from "./github/things.ts";
import { personFor } from "./person.ts";
import { lookAt, makeRounds } from "./rounds.ts";
import { withTimers } from "./schedule.ts";
import type { Told } from "./truth.ts";
import type { World } from "./world.ts";

/** Milliseconds from something on GitHub to its webhook, and between two looks of a person. */
const WEBHOOK = 300;
const PERSON = 60_000;
/** As many issues the bot serves at one time. */
const SIDE_BY_SIDE = 4;
/** Looks of a person until it is plain that it never ends. */
const ROUNDS = 1_000;

/** Looks of a person in which nothing may happen any more: the bot has looked twice by then, and found nothing to do. */
const QUIET = Math.ceil((2 * POLL_INTERVAL) / PERSON) + 1;

/** What is peculiar to a journey; the plainest has none of it. */
export interface Course {
  readonly issues: number;
  /** What becomes of a webhook: milliseconds after which it comes, for each time that it does. */
  readonly arrivalsOf: (delivery: Delivery) => readonly number[];
  /** Told of each workflow run that begins. */
  readonly begun: (run: WorkflowRun) => void;
  /** What else people do: called once, when the issues are there. */
  readonly opened: (issues: readonly number[], onBug: (error: unknown) => void) => void;
  /** Milliseconds since the beginning until when things may still happen by themselves. */
  readonly calmAt: number;
  /** Called when it is calm. */
  readonly calm: (issues: readonly number[]) => void;
  /** Journals as they stand. */
  readonly told: () => Iterable<Told>;
}

/** Plays it, and gives the numbers of its issues. Throws what the product must never throw. */
export function journey(world: World, course: Course): Promise<readonly number[]> {
  return withTimers(world.schedule, () => played(world, course));
}

const TEXTS = [
  { title: "Split drops empty fields", body: "split('a,,b') must give three." },
  { title: "Split keeps the spaces", body: "split('a, b') must give two without spaces." },
];

async function played(world: World, course: Course): Promise<readonly number[]> {
  const { schedule, github } = world;
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const bot = botIn(world, onBug, SIDE_BY_SIDE);
  const issues = TEXTS.slice(0, course.issues).map((text) => github.newIssue("rob", text));
  for (const issue of issues) github.label(issue, "ada", "loop");
  makeRounds(world, (issue) => bot.put("look", lookAt(issue)), onBug);
  const pump = pumpOf(world, bot, { course, onBug });
  course.opened(issues, onBug);
  const persons = issues.map((issue) => personFor(world, issue, course.told));
  const round = async (): Promise<boolean> => {
    const before = world.net.changes.length;
    await schedule.play(schedule.now() + PERSON, pump.look);
    if (bugs.length > 0) throw bugs[0];
    const spoke = persons.map((person) => person()).includes(true);
    return !spoke && world.net.changes.length === before && bot.isIdle() && pump.isDry();
  };
  await untilQuiet(world, course, { round, issues });
  return issues;
}

/** Round after round, until it is calm and nothing happens any more. `round`: true where nothing happened in it. */
async function untilQuiet(
  { elapsed }: World,
  { calmAt, calm }: Course,
  { round, issues }: { readonly round: () => Promise<boolean>; readonly issues: readonly number[] },
): Promise<void> {
  let [quiet, isCalm] = [0, false];
  for (let rounds = 0; quiet < QUIET; rounds++) {
    if (rounds === ROUNDS) throw new Error("the journey has no end");
    const isStill = await round();
    quiet = isCalm && isStill ? quiet + 1 : 0;
    if (isCalm || elapsed() < calmAt) continue;
    // From this moment on nothing goes wrong any more.
    isCalm = true;
    calm(issues);
  }
}

interface Pump {
  /** Sends the webhooks that are due, and gives new workflow runs their machines. */
  readonly look: () => void;
  /** Nothing is under way. */
  readonly isDry: () => boolean;
}

function pumpOf(world: World, bot: Bot, { course, onBug }: { readonly course: Course; readonly onBug: (error: unknown) => void }): Pump {
  const { schedule, github } = world;
  const begun = new Set<number>();
  const start = groupsOf(world, onBug);
  let [sent, underway] = [0, 0];
  const send = (delivery: Delivery, ms: number): void => {
    underway++;
    schedule.after(WEBHOOK + ms, () => {
      underway--;
      bot.take(delivery);
    });
  };
  return {
    look() {
      for (const delivery of github.deliveries.slice(sent).filter((one) => toldOf(one) !== null)) {
        for (const ms of course.arrivalsOf(delivery)) send(delivery, ms);
      }
      sent = github.deliveries.length;
      for (const run of github.runs().filter(({ id }) => !begun.has(id))) {
        begun.add(run.id);
        course.begun(run);
        start(run);
      }
    },
    isDry: () => underway === 0 && sent === github.deliveries.length && github.runs().every(({ status }) => status === "completed"),
  };
}
