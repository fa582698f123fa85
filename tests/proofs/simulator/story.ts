/** A story in a simulated world, told by a test: it says when time passes, and which webhooks arrive, when and how often. */
import { botIn } from "./bot.ts";
import type { Delivery, WorkflowRun } from "./github/things.ts";
import { lookAt } from "./rounds.ts";
import { playWorkflow } from "./runner.ts";
import { withTimers } from "./schedule.ts";
import type { World } from "./world.ts";

/** Milliseconds from something on GitHub to its webhook. */
const WEBHOOK = 300;

export interface Teller {
  /** The issue that it is about, without a label. */
  readonly issue: number;
  /** Lets so many milliseconds go by, with everything that happens in them. */
  readonly pass: (ms: number) => Promise<void>;
  /** From now on webhooks come by themselves, or are held back in `held`. */
  readonly hold: (held: boolean) => void;
  readonly held: Delivery[];
  /** From now on workflow runs get machines, or wait for them. */
  readonly machines: (there: boolean) => void;
  /** A webhook arrives now: held back before, or for the second time. */
  readonly send: (delivery: Delivery) => void;
  /** The bot looks at the issue by itself, as it does at its start and every five minutes, and what comes of it within a minute happens. */
  readonly look: () => Promise<void>;
  /** The last webhook of this event. Throws where there is none. */
  readonly last: (event: string) => Delivery;
  /** Workflow runs that were started. */
  readonly runs: () => readonly WorkflowRun[];
}

/** Plays it. Throws what the product must never throw. `sideBySide`: issues that the bot serves at one time. */
export function story(world: World, tell: (teller: Teller) => Promise<void>, sideBySide = 1): Promise<void> {
  return withTimers(world.schedule, async () => {
    const { schedule, github } = world;
    const bugs: unknown[] = [];
    const onBug = (error: unknown): void => void bugs.push(error);
    const bot = botIn(world, onBug, sideBySide);
    const held: Delivery[] = [];
    const begun = new Set<number>();
    let [sent, isHeld, isStaffed] = [0, false, true];
    function look(): void {
      for (const delivery of github.deliveries.slice(sent)) {
        if (isHeld) held.push(delivery);
        else schedule.after(WEBHOOK, () => bot.take(delivery));
      }
      sent = github.deliveries.length;
      for (const run of github.runs().filter(({ id, status }) => isStaffed && status !== "completed" && !begun.has(id))) {
        begun.add(run.id);
        playWorkflow(world, run).catch(onBug);
      }
    }
    const pass = async (ms: number): Promise<void> => {
      await schedule.play(schedule.now() + ms, look);
      if (bugs.length > 0) throw bugs[0];
    };
    const issue = github.newIssue("rob", { title: "Split drops empty fields", body: "split('a,,b') must give three." });
    await tell({
      issue,
      pass,
      look: async () => {
        bot.put("look", lookAt(issue));
        await pass(60_000);
      },
      hold: (now) => {
        isHeld = now;
      },
      held,
      machines: (there) => {
        isStaffed = there;
      },
      send: (delivery) => bot.take(delivery),
      last: (event) => {
        const found = github.deliveries.findLast((one) => one.event === event);
        if (found === undefined) throw new Error(`no webhook ${event}`);
        return found;
      },
      runs: () => github.runs(),
    });
  });
}
